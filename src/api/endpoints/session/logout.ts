import { type AccountPorts, logOut } from '../../http/sign-in.ts';
import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export const logout = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/session',
  auth: 'optionalSession',
  docs: {
    name: 'logout',
    tag: 'Session',
    summary: 'Log out',
    description: 'Ends the session and deletes its cookie. Succeeds without a session, too.',
  },
  answers: { 200: { description: 'Logged out.', headers: ['Set-Cookie'], schema: doneAnswerSchema } },
  handle:
    (ports: AccountPorts) =>
    async ({ ctx }) => {
      await logOut(ctx, ports);
      return { success: true };
    },
});
