/** The result of work that goes on for others, or the reason of the signal when that comes first. */
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
