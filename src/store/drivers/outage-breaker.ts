import { BrokenCircuitError, CircuitState, circuitBreaker, handleWhen, type IBreaker } from 'cockatiel';

export interface OutageOptions {
  /** Whether an error says that the engine does not answer. */
  readonly isOutage: (error: unknown) => boolean;
  /** Says which failures make an outage. */
  readonly breaker: IBreaker;
  /** How often one call finds out whether the engine answers again. */
  readonly probeEveryMs: number;
  /** Called when an outage begins, and after each probe that has failed. */
  readonly onBreak?: () => void;
  /** Called when an outage begins, with the last error, and when it ends. */
  readonly onChange: (isAvailable: boolean, error?: unknown) => void;
}

/**
 * Runs a call to an engine, unless it is away.
 *
 * @throws BrokenCircuitError at once while it is away; what the call throws
 */
export type OutageBreaker = <T>(call: () => Promise<T>) => Promise<T>;

export function outageBreaker({
  isOutage,
  breaker,
  probeEveryMs,
  onBreak,
  onChange,
}: OutageOptions): OutageBreaker {
  const circuit = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: probeEveryMs, breaker });
  let [isAvailable, lastError]: [boolean, unknown] = [true, undefined];
  const report = (now: boolean) => {
    if (now !== isAvailable) onChange(now, lastError);
    isAvailable = now;
  };
  circuit.onFailure(({ reason }) => {
    lastError = 'error' in reason ? reason.error : undefined;
  });
  // Each failed probe breaks it again.
  circuit.onBreak(() => {
    onBreak?.();
    report(false);
  });
  circuit.onReset(() => report(true));
  return async (call) => {
    // The others don't wait for the result of the probe.
    if (circuit.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return circuit.execute(call);
  };
}
