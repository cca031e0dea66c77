import { abandonedReason } from './abandoned.ts';

/** A caller's share in the result of a task. */
export interface Shared<T> {
  readonly result: Promise<T>;
  /** Releases the share: the caller does not need the result. Calling it again has no effect. */
  release(): void;
}

/**
 * Runs a task once for all callers that request it while it runs. The signal of the task is aborted when the last
 * caller releases its share, before or after the task has finished.
 */
export class SingleFlight<T> {
  readonly #open = new Map<string, Flight<T>>();
  readonly #running = new Set<Flight<T>>();

  /**
   * Returns a share in the task that runs for this key, and starts it if there is none.
   *
   * @param work the task; its signal is aborted when no caller needs the result
   */
  run(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const flight = this.#open.get(key) ?? this.#begin(key, work);
    flight.joined += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      flight.joined -= 1;
      if (flight.joined > 0) return;
      this.#shut(key, flight);
      flight.controller.abort(abandonedReason);
    };
    return { result: flight.result, release };
  }

  /** Aborts all tasks and waits for them to stop. */
  async close(): Promise<void> {
    const flights = [...this.#running];
    for (const flight of flights) flight.controller.abort();
    await Promise.allSettled(flights.map((flight) => flight.result));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { controller, result: work(controller.signal), joined: 0 };
    this.#open.set(key, flight);
    this.#running.add(flight);
    const landed = () => {
      this.#shut(key, flight);
      this.#running.delete(flight);
    };
    // Also handles a rejection after all callers have left.
    flight.result.then(landed, landed);
    return flight;
  }

  /** Closes a task to new callers; the next caller starts another. */
  #shut(key: string, flight: Flight<T>): void {
    if (this.#open.get(key) === flight) this.#open.delete(key);
  }
}

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  /** Number of callers that have not released their share. */
  joined: number;
}
