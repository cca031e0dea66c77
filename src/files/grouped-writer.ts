import { Failure } from '../model/failure.ts';

/**
 * Writes one state at a time, and as many changes with one write as have come in during the last.
 * No change waits for more than two writes, and a change that is refused takes no other with it.
 */
export class GroupedWriter<TState> {
  readonly #write: (state: TState) => Promise<void>;
  #state: TState;
  #waiting: Change<TState>[] = [];
  #running: Promise<void> | undefined;

  constructor(state: TState, write: (state: TState) => Promise<void>) {
    this.#state = state;
    this.#write = write;
  }

  /** What has been written. */
  get state(): TState {
    return this.#state;
  }

  /**
   * @param apply makes the next state from the one before it; what it throws is this change's own failure
   * @returns when the change has been written
   * @throws Failure storeUnavailable when it could not be
   */
  commit(apply: (state: TState) => TState): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ apply, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // One turn of the loop later, so that changes made together are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#writeGroup(group);
    }
    this.#running = undefined;
  }

  async #writeGroup(group: readonly Change<TState>[]): Promise<void> {
    let next = this.#state;
    const applied: Change<TState>[] = [];
    for (const change of group) {
      try {
        next = change.apply(next);
        applied.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    if (applied.length === 0) return;
    try {
      await this.#write(next);
      this.#state = next;
    } catch (cause) {
      const failure = new Failure('storeUnavailable', 'The change could not be saved', {
        cause,
        retryAfter: 30,
      });
      for (const change of applied) change.reject(failure);
      return;
    }
    for (const change of applied) change.resolve();
  }
}

interface Change<TState> {
  readonly apply: (state: TState) => TState;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
