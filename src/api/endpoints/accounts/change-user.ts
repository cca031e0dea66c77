import { type AccountPorts, changeAccount } from '../../http/sign-in.ts';
import { userAnswerSchema, userChangeSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleUser } from '../session/examples.ts';
import { accountId } from './password-link.ts';

export const changeUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/users/:id',
  auth: 'admin',
  docs: {
    name: 'changeUser',
    tag: 'Accounts',
    summary: 'Change an account',
    description:
      'For admins. A new plan applies from the next request on. Disabling an account ends its sessions, and its keys do ' +
      'not work until it is enabled again. The last admin cannot be disabled or demoted.',
  },
  params: accountId,
  body: {
    schema: userChangeSchema,
    examples: { plan: { summary: 'Another plan', value: { plan: 'business' } } },
  },
  answers: {
    200: {
      description: 'Changed.',
      schema: userAnswerSchema,
      examples: {
        changed: {
          summary: 'The account after the change',
          value: { success: true, user: { ...exampleUser, plan: 'business' } },
        },
      },
    },
    404: 'There is no such account.',
  },
  handle:
    (ports: Pick<AccountPorts, 'accounts' | 'sessions'>) =>
    async ({ params, body }) => ({
      success: true,
      user: await changeAccount(ports, params.id, await body()),
    }),
});
