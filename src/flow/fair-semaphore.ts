import { Failure } from '../model/failure.ts';
import { type Deferred, deferred } from './deferred.ts';
import { FairQueue } from './fair-queue.ts';

export interface FairSemaphoreOptions {
  /** Maximum number of slots in use at a time. */
  readonly slots: number;
  /** Maximum number of slots in use by one owner. */
  readonly slotsPerOwner: number;
  /** Maximum number of waiting callers, of all owners together. */
  readonly waiting: number;
}

/**
 * A semaphore with a limit for each owner. Waiting owners take turns. A caller never waits while there is a free slot
 * for its owner.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #queue: FairQueue<Visitor>;
  /** The number of slots in use by each owner that has any. */
  readonly #inside = new Map<string, number>();
  #active = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.waiting);
  }

  /** The number of slots in use. */
  get active(): number {
    return this.#active;
  }

  /** The number of waiting callers. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Waits for a slot and resolves with the function that releases it. Calling it again has no effect.
   *
   * @throws Failure `noCapacity` when too many callers wait, either immediately or when a caller of an owner with
   *   fewer waiting displaces this one; the signal's reason when the signal is aborted before a slot is acquired
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
      // One slot is free, so at most one waiting caller can take it.
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
