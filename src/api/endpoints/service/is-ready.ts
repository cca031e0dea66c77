import { Failure } from '../../../model/failure.ts';
import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export interface IsReadyPorts {
  /** Returns whether images can be drawn. */
  readonly isReady: () => boolean;
}

export const isReady = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  auth: 'none',
  docs: {
    name: 'isReady',
    tag: 'Service',
    summary: 'Whether images can be drawn',
    description: 'For load balancers that send requests only to services that can answer them.',
  },
  answers: {
    200: { description: 'They can.', headers: ['Cache-Control'], schema: doneAnswerSchema },
    503: 'Not at the moment.',
  },
  handle:
    (ports: IsReadyPorts) =>
    ({ ctx }) => {
      if (!ports.isReady()) throw new Failure('noCapacity', 'The renderers are not ready', { retryAfter: 1 });
      ctx.set('Cache-Control', 'no-store');
      return { success: true };
    },
});
