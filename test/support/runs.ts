/** Whether this run tests everything, as CI does. Otherwise long lists and properties are tested with a fifth. */
export const inFull = process.env['CI'] === 'true';

/** Returns how many examples a property is tested with: all of them, or a fifth, but at least 20. */
export function runs(all: number): number {
  return inFull ? all : Math.max(20, Math.ceil(all / 5));
}

/** Returns all values of a list, or every fifth. */
export function sampleOf<T>(list: readonly T[]): readonly T[] {
  return inFull ? list : list.filter((_, index) => index % 5 === 0);
}
