import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel';
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
  const breaker = circuitBreaker(handleType(S3Error), {
    halfOpenAfter: probeEveryMs,
    breaker: new ConsecutiveBreaker(failuresInRow),
  });
  let isAway = false;
  let lastCode = '';
  // Each failed probe breaks it again.
  breaker.onBreak(() => {
    if (!isAway) onChange(lastCode);
    isAway = true;
  });
  breaker.onReset(() => {
    isAway = false;
    onChange();
  });
  return async (call) => {
    // The others don't wait for the result of the probe.
    if (breaker.state === CircuitState.HalfOpen) throw new S3Error(lastCode);
    try {
      return await breaker.execute(async () => {
        try {
          return await call();
        } catch (error) {
          if (error instanceof S3Error) lastCode = error.code;
          throw error;
        }
      });
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new S3Error(lastCode) : error;
    }
  };
}
