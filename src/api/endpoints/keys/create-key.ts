import { limits } from '../../../model/limits.ts';
import type { Accounts } from '../../../store/ports.ts';
import { sessionOf } from '../../middleware/session.ts';
import { keyCreatedSchema, newKeySchema } from '../../wire/keys.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleKey } from './examples.ts';

export const createKey = defineEndpoint({
  method: 'POST',
  path: '/api/v1/keys',
  auth: 'session',
  docs: {
    name: 'createKey',
    tag: 'Keys',
    summary: 'Create a key',
    description: `An account may have up to ${limits.keysPerAccount}. Only this answer holds the key; it is never shown again.`,
  },
  body: {
    schema: newKeySchema,
    isOptional: true,
    examples: { named: { summary: 'A key with a name', value: { name: exampleKey.name } } },
  },
  answers: {
    200: {
      description: 'The new key.',
      schema: keyCreatedSchema,
      examples: {
        key: {
          summary: 'A key',
          value: {
            success: true,
            id: exampleKey.id,
            name: exampleKey.name,
            key: `sk_live_${'EXAMPLE'.repeat(5)}KEY`,
            createdAt: exampleKey.createdAt,
          },
        },
      },
    },
  },
  handle:
    ({ accounts }: { readonly accounts: Pick<Accounts, 'createKey'> }) =>
    async ({ ctx, body }) => {
      const { name } = await body();
      return { success: true, ...(await accounts.createKey(sessionOf(ctx).account.id, name)) };
    },
});
