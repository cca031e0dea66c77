import { distance } from 'fastest-levenshtein';

interface Near {
  readonly term: string;
  /** Letters changed, inserted or removed. */
  readonly edits: number;
}

/** A sorted list of words that is searched by prefix and by similarity. */
export class Vocabulary {
  readonly #terms: readonly string[];
  readonly #letters: Uint32Array;

  private constructor(sorted: readonly string[]) {
    this.#terms = sorted;
    this.#letters = Uint32Array.from(this.#terms, letterSet);
  }

  /** @param yieldToEventLoop called after each group of words with the same first letter, which are sorted together */
  static async of(terms: Iterable<string>, yieldToEventLoop: () => Promise<void>): Promise<Vocabulary> {
    const byFirst = new Map<number, string[]>();
    for (const term of terms) {
      const first = term.charCodeAt(0);
      const alike = byFirst.get(first);
      if (alike) alike.push(term);
      else byFirst.set(first, [term]);
    }
    const sorted: string[] = [];
    for (const [, alike] of [...byFirst].sort(([one], [other]) => one - other)) {
      for (const term of alike.sort()) sorted.push(term);
      await yieldToEventLoop();
    }
    return new Vocabulary(sorted);
  }

  has(term: string): boolean {
    return this.#terms[this.#firstFrom(term)] === term;
  }

  /** O(log n + matches). */
  *beginningWith(prefix: string): Generator<string> {
    for (let at = this.#firstFrom(prefix); this.#terms[at]?.startsWith(prefix); at++) {
      yield this.#terms[at] ?? '';
    }
  }

  /** Returns all words within that number of edits. O(n), with one comparison of letter sets for most words. */
  near(word: string, maxEdits: number): Near[] {
    const letters = letterSet(word);
    const found: Near[] = [];
    for (let at = 0; at < this.#terms.length; at++) {
      // One edit removes at most one letter from the set and adds at most one.
      if (bitsIn((this.#letters[at] ?? 0) ^ letters) > 2 * maxEdits) continue;
      const term = this.#terms[at] ?? '';
      if (Math.abs(term.length - word.length) > maxEdits) continue;
      const edits = distance(word, term);
      if (edits <= maxEdits) found.push({ term, edits });
    }
    return found;
  }

  /** Returns the index of the first term that is not less. */
  #firstFrom(term: string): number {
    let [low, high] = [0, this.#terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#terms[middle] ?? '') < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the letters of a word as a set of 32 bits, some of which several letters share. */
function letterSet(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31);
  return set >>> 0;
}

function bitsIn(set: number): number {
  let bits = set - ((set >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
