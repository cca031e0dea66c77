/**
 * A bounded queue in which the owners take turns: whoever brings much waits behind themselves, and nobody else does.
 * In the order of coming within an owner.
 */
export class FairQueue<T> {
  readonly #limit: number;
  /** The items of each owner who has any; the owner whose turn is next comes first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  /** @param limit how many items wait at most, of all owners together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * @returns the item that had to go because the queue was full: the one pushed when no line would still be
   *   as long as its owner's, else the newest of the longest line
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
   * The oldest item of the owner whose turn it is.
   *
   * @param mayGo whoever may not go now keeps their turn
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

  /** Takes an item out of its owner's line; false when it is not there. */
  remove(owner: string, item: T): boolean {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
    return true;
  }

  /** Makes room for an item, or answers the item itself when its owner has no claim to any. */
  #displace(owner: string, item: T): T | undefined {
    let longest = owner;
    let length = this.#lines.get(owner)?.length ?? 0;
    const own = length;
    // Among lines of the same length the last one in turn: its newest item has the longest way to go.
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
