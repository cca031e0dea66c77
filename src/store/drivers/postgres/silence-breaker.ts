import { CircuitState, type IBreaker } from 'cockatiel';

/**
 * Breaks when statements have failed for this time and none has succeeded, in milliseconds. A moment without a core makes
 * all statements late at once, and is no silence.
 */
const silentMs = 200;

/** Breaks the circuit to a database that has gone silent, or that refuses a probe. */
export class SilenceBreaker implements IBreaker {
  readonly state = undefined;
  /** By the monotonic clock. */
  #failingSince: number | undefined;

  success(): void {
    this.#failingSince = undefined;
  }

  failure(state: CircuitState): boolean {
    this.#failingSince ??= performance.now();
    return state === CircuitState.HalfOpen || performance.now() - this.#failingSince >= silentMs;
  }
}
