import { setTimeout as wait } from 'node:timers/promises';

/** Waits until the task is finished, for at most `ms` milliseconds. */
export async function atMost(ms: number, task: Promise<unknown>): Promise<void> {
  const deadline = new AbortController();
  await Promise.race([task, wait(ms, undefined, { signal: deadline.signal }).catch(() => undefined)]);
  deadline.abort();
}
