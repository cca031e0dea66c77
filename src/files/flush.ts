/** One write of a store's file, for metrics and logs. */
interface Flush {
  /** The file's name without its ending. */
  readonly store: string;
  readonly ms: number;
  /** Absent: everything was written. */
  readonly error?: unknown;
}

export type OnFlush = (flush: Flush) => void;

/** Performs a write and reports its duration, and its error if it fails. */
export async function flushed(
  store: string,
  onFlush: OnFlush | undefined,
  write: () => Promise<void>,
): Promise<void> {
  const start = performance.now();
  try {
    await write();
  } catch (error) {
    onFlush?.({ store, ms: performance.now() - start, error });
    throw error;
  }
  onFlush?.({ store, ms: performance.now() - start });
}
