import type { Accounts } from '../../../store/ports.ts';
import { sessionOf } from '../../middleware/session.ts';
import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { keyId } from './examples.ts';

export const revokeKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/keys/:id',
  auth: 'session',
  docs: {
    name: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke a key',
    description: 'It stops working at once and for good.',
  },
  params: keyId,
  answers: {
    200: { description: 'Revoked.', schema: doneAnswerSchema },
    404: 'The account has no such key.',
  },
  handle:
    ({ accounts }: { readonly accounts: Pick<Accounts, 'revokeKey'> }) =>
    async ({ ctx, params }) => {
      await accounts.revokeKey(sessionOf(ctx).account.id, params.id);
      return { success: true };
    },
});
