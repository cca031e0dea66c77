import { type Deferred, deferred } from './deferred.ts';

/**
 * Runs one task of each owner at a time. Meanwhile only the owner's newest other task waits: it takes the place of the one
 * that waited, which is rejected.
 */
export class LatestOnly {
  readonly #superseded: () => Error;
  /** The waiting turn of each owner that has a running task. */
  readonly #turns = new Map<string, Deferred<void> | undefined>();

  /** @param superseded creates the error of a task that a newer one has replaced */
  constructor(superseded: () => Error) {
    this.#superseded = superseded;
  }

  /**
   * Runs a task when it is its turn.
   *
   * @param signal ends the wait with its reason; a task that has begun is not interrupted
   */
  async run<T>(owner: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#turns.has(owner)) await this.#turn(owner, signal);
    else this.#turns.set(owner, undefined);
    try {
      return await task();
    } finally {
      const next = this.#turns.get(owner);
      if (next) this.#turns.set(owner, undefined);
      else this.#turns.delete(owner);
      next?.resolve();
    }
  }

  #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const turn = deferred<void>(signal, () => {
      if (this.#turns.get(owner) === turn) this.#turns.set(owner, undefined);
    });
    this.#turns.get(owner)?.reject(this.#superseded());
    this.#turns.set(owner, turn);
    return turn.promise;
  }
}
