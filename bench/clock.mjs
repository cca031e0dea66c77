import { setImmediate as turn } from 'node:timers/promises';

/** Returns the wall time, and the CPU time of all threads of this process, in ms. */
export async function timed(work) {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const answer = await work();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1000, answer };
}

/**
 * Settles the process between renders, off the clock: the event loop turns, since renderers free their images only
 * then, and the young generation is collected, so that the next render does not pay for it. (A full collection would
 * also shrink the heap, which every contestant would then have to grow again.)
 */
export async function settle() {
  await turn();
  await turn();
  globalThis.gc({ type: 'minor' });
}
