import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export const isAlive = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  auth: 'none',
  isFrequent: true,
  docs: {
    name: 'isAlive',
    tag: 'Service',
    summary: 'Whether the service is alive',
    description: 'For supervisors that restart a dead process.',
  },
  answers: { 200: { description: 'It is.', headers: ['Cache-Control'], schema: doneAnswerSchema } },
  handle:
    () =>
    ({ ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      return { success: true };
    },
});
