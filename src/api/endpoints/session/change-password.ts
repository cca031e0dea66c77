import { type AccountPorts, setPassword } from '../../http/sign-in.ts';
import { disabledOrCrossOrigin, throttled } from '../../openapi/errors.ts';
import { passwordChangeSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { examplePassword, exampleToken } from './examples.ts';
import { beginsSession, sessionAnswer } from './session-answer.ts';

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/password',
  auth: 'optionalSession',
  docs: {
    name: 'changePassword',
    tag: 'Session',
    summary: 'Set a password',
    description:
      'With a session: the new password and the current one. With the token of a one-time link: the new password and ' +
      'the token; no session is needed, and the link works once. Either way all other sessions of the account end.',
  },
  body: {
    schema: passwordChangeSchema,
    examples: {
      session: {
        summary: 'With a session',
        value: { password: 'a new and better one', currentPassword: examplePassword },
      },
      link: {
        summary: 'With a one-time link',
        value: { password: 'a first password', token: exampleToken },
      },
    },
  },
  answers: {
    200: beginsSession,
    401: 'There is no session, the current password is wrong, or the link has been used or has expired.',
    403: disabledOrCrossOrigin,
    429: throttled,
  },
  handle:
    (ports: AccountPorts) =>
    async ({ ctx, body }) => {
      const { password, currentPassword = '', token } = await body();
      const proof = token === undefined ? { currentPassword } : { token };
      return sessionAnswer(await setPassword(ctx, ports, password, proof));
    },
});
