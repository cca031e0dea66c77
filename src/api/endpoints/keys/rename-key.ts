import type { Accounts } from '../../../store/ports.ts';
import { sessionOf } from '../../middleware/session.ts';
import { keyAnswerSchema, keyChangeSchema } from '../../wire/keys.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleKey, keyId } from './examples.ts';
import { type KeyUsagePort, keyWithUsage } from './key-with-usage.ts';

const newName = 'monthly newsletter';

export interface RenameKeyPorts extends KeyUsagePort {
  readonly accounts: Pick<Accounts, 'renameKey'>;
}

export const renameKey = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/keys/:id',
  auth: 'session',
  docs: {
    name: 'renameKey',
    tag: 'Keys',
    summary: 'Rename a key',
    description: 'The key itself stays as it is.',
  },
  params: keyId,
  body: {
    schema: keyChangeSchema,
    examples: { named: { summary: 'Another name', value: { name: newName } } },
  },
  answers: {
    200: {
      description: 'The key with its new name.',
      schema: keyAnswerSchema,
      examples: {
        key: { summary: 'A key', value: { success: true, key: { ...exampleKey, name: newName } } },
      },
    },
    404: 'The account has no such key.',
  },
  handle:
    (ports: RenameKeyPorts) =>
    async ({ ctx, params, body }) => {
      const { name } = await body();
      const key = await ports.accounts.renameKey(sessionOf(ctx).account.id, params.id, name);
      return { success: true, key: await keyWithUsage(key, ports) };
    },
});
