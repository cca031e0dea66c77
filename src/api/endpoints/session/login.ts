import { type AccountPorts, logIn } from '../../http/sign-in.ts';
import { disabledOrCrossOrigin, throttled } from '../../openapi/errors.ts';
import { loginSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleAdmin, examplePassword } from './examples.ts';
import { beginsSession, sessionAnswer } from './session-answer.ts';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/v1/session',
  auth: 'none',
  docs: {
    name: 'login',
    tag: 'Session',
    summary: 'Log in',
    description: 'Begins a session and sets its cookie, `tierpress_session`.',
  },
  body: {
    schema: loginSchema,
    examples: {
      login: {
        summary: 'E-mail address and password',
        value: { email: exampleAdmin.email, password: examplePassword },
      },
    },
  },
  answers: {
    200: beginsSession,
    401: 'No account has this address and this password.',
    403: disabledOrCrossOrigin,
    429: throttled,
  },
  handle:
    (ports: AccountPorts) =>
    async ({ ctx, body }) =>
      sessionAnswer(await logIn(ctx, ports, await body())),
});
