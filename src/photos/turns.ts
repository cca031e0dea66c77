import pLimit, { type LimitFunction } from 'p-limit';

/** Runs a task when it has its turn and returns the result. */
export type InTurn = <TResult>(host: string, task: () => Promise<TResult>) => Promise<TResult>;

/**
 * Limits the number of concurrent tasks, overall and for one host. A task that waits for a busy host does not block
 * tasks for other hosts.
 */
export function turnsByHost(parallel: number, parallelPerHost: number): InTurn {
  const overall = pLimit(parallel);
  const hosts = new Map<string, LimitFunction>();
  return async (host, task) => {
    const turns = hosts.get(host) ?? pLimit(parallelPerHost);
    hosts.set(host, turns);
    try {
      return await turns(() => overall(task));
    } finally {
      if (turns.activeCount + turns.pendingCount === 0) hosts.delete(host);
    }
  };
}
