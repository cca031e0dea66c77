import type { Accounts, UsageReader } from '../../../store/ports.ts';
import { pageSchema, usersAnswerSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleAdmin, exampleUser } from '../session/examples.ts';

export interface ListUsersPorts {
  readonly accounts: Pick<Accounts, 'list' | 'keysOf'>;
  /** Returns the charges of an account. */
  readonly usageOf: UsageReader['accountUsage'];
}

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/users',
  auth: 'admin',
  docs: {
    name: 'listUsers',
    tag: 'Accounts',
    summary: 'List the accounts',
    description: 'For admins: the accounts in the order in which they were created, with their usage.',
  },
  query: pageSchema,
  answers: {
    200: {
      description: 'One page of them.',
      schema: usersAnswerSchema,
      examples: {
        page: {
          summary: 'The only page',
          value: {
            success: true,
            users: [
              { ...exampleAdmin, keys: 1, usage: { minute: 0, day: 12 } },
              { ...exampleUser, keys: 2, usage: { minute: 4, day: 118 } },
            ],
            page: 1,
            limit: 24,
            total: 2,
          },
        },
      },
    },
  },
  handle:
    (ports: ListUsersPorts) =>
    async ({ query }) => {
      const { page, limit } = query();
      const users = await listedUsers(ports, { offset: (page - 1) * limit, limit });
      return { success: true, ...users, page, limit };
    },
});

/** Returns one page of the accounts, each with its keys and usage, and the total number of accounts. */
export async function listedUsers(
  { accounts, usageOf }: ListUsersPorts,
  part: { readonly offset: number; readonly limit: number },
) {
  const { accounts: found, total } = await accounts.list(part);
  const users = await Promise.all(
    found.map(async (user) => {
      const [keys, usage] = await Promise.all([accounts.keysOf(user.id), usageOf(user.id)]);
      return { ...user, keys: keys.length, usage };
    }),
  );
  return { users, total };
}
