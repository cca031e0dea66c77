import { Failure } from '../../../model/failure.ts';
import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export interface IsReadyPorts {
  /** Returns why no requests should be sent to this service; undefined if it can draw images. */
  readonly unreadyReason: () => string | undefined;
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
    503: 'Not at the moment, or the service is about to stop.',
  },
  handle:
    (ports: IsReadyPorts) =>
    ({ ctx }) => {
      const reason = ports.unreadyReason();
      if (reason !== undefined) throw new Failure('noCapacity', reason, { retryAfter: 1 });
      ctx.set('Cache-Control', 'no-store');
      return { success: true };
    },
});
