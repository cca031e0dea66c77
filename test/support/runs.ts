/**
 * Whether this run tests everything, as CI does. Otherwise properties are tested with a twentieth of their examples, long lists
 * with a fifth, and costly tests are left out.
 */
export const inFull = process.env['CI'] === 'true';

/** Options of a test that takes seconds, while cheaper ones test most of what it claims. */
export const costly = { skip: !inFull };

/** Returns how many examples a property is tested with: all of them, or a twentieth, but at least 20. */
export function runs(all: number): number {
  return inFull ? all : Math.max(20, Math.ceil(all / 20));
}

/** Returns all values of a list, or every fifth. */
export function sampleOf<T>(list: readonly T[]): readonly T[] {
  return inFull ? list : list.filter((_, index) => index % 5 === 0);
}
