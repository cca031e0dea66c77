import { type Failure, invalid } from './failure.ts';

/** The pattern of a key that makes a request safe to repeat: 1 to 64 visible ASCII characters. */
export const idempotencyKeyPattern = '^[!-~]{1,64}$';

/** How long a charge is remembered with its key, in milliseconds. */
export const idempotencyKeyLifeMs = 24 * 60 * 60 * 1000;

/** Creates the failure of a key that another request has been charged with. */
export function keyOfAnotherRequest(): Failure {
  return invalid('Idempotency-Key', 'has been used for another request; each request needs a key of its own');
}
