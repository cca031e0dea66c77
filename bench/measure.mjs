import { setImmediate as turn } from 'node:timers/promises';

/**
 * Times every contestant on the same inputs in interleaved rounds, so that a machine that slows down slows all
 * of them.
 * Answers each contestant's median wall and CPU time in ms, median bytes, and its last picture.
 */
export async function compare(contestants, inputOf, { warmUp, rounds }) {
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  const last = new Map();
  for (let round = 0; round < warmUp + rounds; round++) {
    const input = inputOf(round);
    for (const contestant of rotated(contestants, round)) {
      const sample = await timed(() => contestant.render(input));
      last.set(contestant.name, sample.answer);
      if (round >= warmUp) samples.get(contestant.name).push(sample);
      await settle();
    }
  }
  return contestants.map(({ name, peer }) => {
    const of = (key) => median(samples.get(name).map((sample) => sample[key]));
    return { name, peer, wall: of('wall'), cpu: of('cpu'), bytes: of('bytes'), picture: last.get(name) };
  });
}

/**
 * What happens between two renders, off the clock: the event loop turns, since renderers free their images only
 * then, and the young garbage of the last one is collected, so that the next one does not pay for it. (A full
 * collection would also shrink the heap, and make everyone pay for growing it again.)
 */
export async function settle() {
  await turn();
  await turn();
  globalThis.gc?.({ type: 'minor' });
}

/** Wall time, and CPU time of all threads of this process, in ms. */
export async function timed(work) {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const answer = await work();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1000, bytes: answer?.length ?? 0, answer };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
