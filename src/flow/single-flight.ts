import { abandonedReason } from './abandoned.ts';

/** A place among those who wait for some work. */
export interface Shared<T> {
  readonly result: Promise<T>;
  /** Says that the result is not needed, or not any more. A second call does nothing. */
  release(): void;
}

/**
 * Work that is done once for all who ask for it while it runs. The signal that it gets is aborted when the last of
 * them has left, before the result is there or after: so it also says until when the result is needed.
 */
export class SingleFlight<T> {
  readonly #open = new Map<string, Flight<T>>();
  readonly #running = new Set<Flight<T>>();

  /** @param work is begun unless it runs already for this key */
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

  /** Stops all work and resolves when it has stopped. */
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
    // Also keeps a failure from going unhandled when all have left.
    flight.result.then(landed, landed);
    return flight;
  }

  /** Whoever comes from now on begins anew. */
  #shut(key: string, flight: Flight<T>): void {
    if (this.#open.get(key) === flight) this.#open.delete(key);
  }
}

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  /** How many have joined and not left. */
  joined: number;
}
