/**
 * A bounded queue that serves owners in turns, so that an owner with many items delays only itself. The items of one
 * owner are served first in, first out.
 */
export class FairQueue<T> {
  readonly #limit: number;
  /** The items of each owner that has any; the first owner is the next to be served. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  /** @param limit the maximum number of items, of all owners together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Adds an item. A full queue drops the newest item of the longest line, or rejects the new item when no other line
   * would be longer than its owner's.
   *
   * @returns the item that was dropped or rejected, if any
   */
  push(owner: string, item: T): T | undefined {
    const displaced = this.#size < this.#limit ? undefined : this.#displace(owner, item);
    if (displaced === item) return item;
    const line = this.#lines.get(owner);
    if (line) line.push(item);
    else this.#lines.set(owner, [item]);
    this.#size++;
    return displaced;
  }

  /**
   * Removes and returns the oldest item of the next owner.
   *
   * @param isEligible whether an owner may be served; an owner that is skipped keeps its turn
   */
  shift(isEligible: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, line] of this.#lines) {
      if (!isEligible(owner)) continue;
      const item = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Removes an item from its owner's line. Returns false if it is not there. */
  remove(owner: string, item: T): boolean {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
    return true;
  }

  /**
   * Makes room by removing the newest item of the longest line. Returns that item, or the new item if no other line
   * is longer than its owner's.
   */
  #displace(owner: string, item: T): T | undefined {
    let longest = owner;
    let length = this.#lines.get(owner)?.length ?? 0;
    const own = length;
    // Of lines of equal length the last in turn is cut: its newest item would wait the longest.
    for (const [other, line] of this.#lines) {
      if (line.length <= own + 1 || line.length < length) continue;
      longest = other;
      length = line.length;
    }
    if (longest === owner) return item;
    const line = this.#lines.get(longest);
    const displaced = line?.pop();
    if (line?.length === 0) this.#lines.delete(longest);
    this.#size--;
    return displaced;
  }
}
