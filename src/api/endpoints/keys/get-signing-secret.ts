import * as v from 'valibot';
import { Failure } from '../../../model/failure.ts';
import type { Accounts } from '../../../store/ports.ts';
import { sessionOf } from '../../middleware/session.ts';
import { component } from '../../wire/component.ts';
import { success } from '../../wire/fields.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { keyId } from './examples.ts';

export interface SigningSecretPorts {
  readonly accounts: Pick<Accounts, 'keysOf'>;
  readonly signingSecretOf: (keyId: string) => string;
}

const signingSecretSchema = component(
  'SigningSecretAnswer',
  'The signing secret of a key.',
  v.object({
    success,
    signingSecret: v.pipe(
      v.string(),
      v.description('The key of the HMAC-SHA-256 of signed addresses, as text. It ends with the API key.'),
    ),
  }),
);

export const getSigningSecret = defineEndpoint({
  method: 'GET',
  path: '/api/v1/keys/:id/signing-secret',
  auth: 'session',
  docs: {
    name: 'getSigningSecret',
    tag: 'Keys',
    summary: 'Show the signing secret of a key',
    description:
      'With it, addresses of images are signed without a request. It is not the key, which it neither contains nor replaces.',
  },
  params: keyId,
  answers: {
    200: { description: 'The secret.', schema: signingSecretSchema },
    404: 'The account has no such key.',
  },
  handle:
    ({ accounts, signingSecretOf }: SigningSecretPorts) =>
    async ({ ctx, params }) => {
      const keys = await accounts.keysOf(sessionOf(ctx).account.id);
      if (!keys.some(({ id }) => id === params.id)) throw new Failure('notFound', 'There is no such key');
      return { success: true, signingSecret: signingSecretOf(params.id) };
    },
});
