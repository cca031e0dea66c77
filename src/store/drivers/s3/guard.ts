import { BrokenCircuitError, ConsecutiveBreaker } from 'cockatiel';
import { outageBreaker } from '../outage-breaker.ts';
import { S3Error } from './s3-error.ts';

/** After so many failures in a row, calls fail at once. */
const failuresInRow = 3;
/** How often one call then finds out whether S3 answers again. */
const probeEveryMs = 1000;

/** Runs calls to S3, and makes them fail at once while it is away. */
export type Guard = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Creates the circuit breaker of one kind of call.
 *
 * @param onChange called with the code of the last failure when calls begin to fail at once, and with nothing when they
 * succeed again
 */
export function createGuard(onChange: (code?: string) => void): Guard {
  let lastCode = '';
  const run = outageBreaker({
    isOutage(error) {
      if (!(error instanceof S3Error)) return false;
      lastCode = error.code;
      return true;
    },
    breaker: new ConsecutiveBreaker(failuresInRow),
    probeEveryMs,
    onChange: (isAvailable) => (isAvailable ? onChange() : onChange(lastCode)),
  });
  return (call) =>
    run(call).catch((error: unknown) => {
      throw error instanceof BrokenCircuitError ? new S3Error(lastCode) : error;
    });
}
