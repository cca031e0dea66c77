import pLimit, { type LimitFunction } from 'p-limit';

/** Runs a task when its turn has come and gives back what the task gave. */
export type InTurn = <TResult>(host: string, task: () => Promise<TResult>) => Promise<TResult>;

/**
 * Lets so many tasks run at a time, and of them so many for one host. Who waits for a busy host takes no place from
 * the others.
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
