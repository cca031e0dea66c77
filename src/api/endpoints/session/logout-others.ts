import type { AccountPorts } from '../../http/sign-in.ts';
import { sessionOf } from '../../middleware/session.ts';
import { endedAnswerSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export const logoutOthers = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/session/others',
  auth: 'session',
  docs: {
    name: 'logoutOthers',
    tag: 'Session',
    summary: 'Log out everywhere else',
    description: 'Ends all sessions of the account but this one.',
  },
  answers: { 200: { description: 'This is the only session left.', schema: endedAnswerSchema } },
  handle:
    ({ sessions }: Pick<AccountPorts, 'sessions'>) =>
    async ({ ctx }) => {
      const { account, token } = sessionOf(ctx);
      return { success: true, ended: await sessions.endOthers(account.id, token) };
    },
});
