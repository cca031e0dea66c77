import { sessionOf } from '../../middleware/session.ts';
import { sessionAnswerSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleSession } from './examples.ts';
import { sessionAnswer } from './session-answer.ts';

export const whoAmI = defineEndpoint({
  method: 'GET',
  path: '/api/v1/session',
  auth: 'session',
  docs: {
    name: 'whoAmI',
    tag: 'Session',
    summary: 'Who is logged in',
    description: 'The account of the session, and when the session ends.',
  },
  answers: {
    200: {
      description: 'There is a session.',
      schema: sessionAnswerSchema,
      examples: { session: { summary: 'A session', value: exampleSession } },
    },
  },
  handle:
    () =>
    ({ ctx }) =>
      sessionAnswer(sessionOf(ctx)),
});
