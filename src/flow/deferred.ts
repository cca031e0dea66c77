/** A promise that is settled from outside. Only the first settling counts. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `Promise.withResolvers`, which Node 20 does not have, for something that may be given up.
 *
 * @param signal not aborted yet; when it is before the promise is settled, that rejects with the signal's reason
 * @param onAbort is called then, so that nothing goes on waiting for it
 */
export function deferred<T>(signal?: AbortSignal, onAbort: () => void = () => {}): Deferred<T> {
  let onResolve: (value: T) => void = () => {};
  let onReject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((resolve, reject) => {
    onResolve = resolve;
    onReject = reject;
  });
  const abort = () => {
    onAbort();
    onReject(signal?.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });
  const settled = () => signal?.removeEventListener('abort', abort);
  return {
    promise,
    resolve: (value) => {
      settled();
      onResolve(value);
    },
    reject: (error) => {
      settled();
      onReject(error);
    },
  };
}
