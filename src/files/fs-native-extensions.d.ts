declare module 'fs-native-extensions' {
  /**
   * An exclusive advisory lock on an open file, held by its descriptor: released when that is closed, also by the end of
   * the process. False when another descriptor holds it.
   */
  export function tryLock(fd: number): boolean;
}
