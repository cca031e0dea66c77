/** A value that is made when it is first needed. */
export interface Lazy<T> {
  /** Makes the value on the first call; every call returns the same promise. */
  get(): Promise<T>;
  /** The value if it has been asked for, without making it. */
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
