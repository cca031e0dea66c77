import { Failure } from '../model/failure.ts';
import { type Deferred, deferred } from './deferred.ts';
import { FairQueue } from './fair-queue.ts';

export interface FairSemaphoreOptions {
  /** How many may be inside at a time. */
  readonly slots: number;
  /** How many of them may be of one owner. */
  readonly slotsPerOwner: number;
  /** How many may wait outside, of all owners together. */
  readonly waiting: number;
}

/**
 * Lets so many in at a time, and of them so many of one owner; the others wait, and the owners take turns. Nobody
 * waits while there is room for them.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #queue: FairQueue<Visitor>;
  /** How many are inside, for each owner who has any. */
  readonly #inside = new Map<string, number>();
  #active = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.waiting);
  }

  /** How many are inside. */
  get active(): number {
    return this.#active;
  }

  /** How many wait outside. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves once the owner is in, with the release; a second call of it does nothing.
   *
   * @throws Failure `noCapacity` when too many wait, at once or when another owner comes who has fewer waiting; or
   *   the signal's reason, when it is aborted before the owner is in
   */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#hasRoomFor(owner)) return Promise.resolve(this.#admit(owner));
    const visitor: Visitor = {
      owner,
      entry: deferred(signal, () => this.#queue.remove(owner, visitor)),
    };
    this.#queue
      .push(owner, visitor)
      ?.entry.reject(new Failure('noCapacity', 'the service is busy at the moment', { retryAfter: 1 }));
    return visitor.entry.promise;
  }

  #hasRoomFor(owner: string): boolean {
    const { slots, slotsPerOwner } = this.#options;
    return this.#active < slots && (this.#inside.get(owner) ?? 0) < slotsPerOwner;
  }

  #admit(owner: string): () => void {
    this.#count(owner, 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(owner, -1);
      // One place is free, so that there is one at most who can take it.
      const next = this.#queue.shift((waiting) => this.#hasRoomFor(waiting));
      next?.entry.resolve(this.#admit(next.owner));
    };
  }

  #count(owner: string, change: 1 | -1): void {
    this.#active += change;
    const inside = (this.#inside.get(owner) ?? 0) + change;
    if (inside > 0) this.#inside.set(owner, inside);
    else this.#inside.delete(owner);
  }
}

interface Visitor {
  readonly owner: string;
  readonly entry: Deferred<() => void>;
}
