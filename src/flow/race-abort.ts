/**
 * Resolves with the result, or rejects with the signal's reason when it is aborted first. The work itself continues.
 */
export function raceAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) {
      give();
      result.catch(() => undefined);
      return;
    }
    signal.addEventListener('abort', give, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
