/** A promise that is settled from outside. Only the first call of `resolve` or `reject` has an effect. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a promise that can be settled and aborted. (Node 20 does not have `Promise.withResolvers`.)
 *
 * @param signal not yet aborted; if it is aborted first, the promise rejects with its reason
 * @param onAbort called in that case, to cancel what the promise waits for
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
