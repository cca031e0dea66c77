/** A value that is computed when it is first needed. */
export interface Lazy<T> {
  /** Computes the value on the first call. Every call returns the same promise. */
  get(): Promise<T>;
  /** Returns the promise of an earlier `get`, or undefined. It never computes the value. */
  peek(): Promise<T> | undefined;
}

export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return {
    get() {
      made ??= make();
      return made;
    },
    peek: () => made,
  };
}
