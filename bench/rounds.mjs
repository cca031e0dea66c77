/**
 * Sends the same task to all contestants in turn, in rounds, so that a slowdown of the machine affects all of them.
 * The first contestant changes from round to round. Returns the answers of each after the warm-up. Rounds count from
 * `first`.
 */
export async function inRounds(field, question, { first = 0, warmUp, rounds }) {
  const samples = new Map(field.map((one) => [one, []]));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const one of rotated(field, round)) {
      const sample = await one.ask({ ...question, round: first + round });
      if (round >= warmUp) samples.get(one).push(sample);
    }
  }
  return samples;
}

/** Returns a quantile of the samples' `key`: 0.5 is the median, 0.25 the lower quartile. */
export function quantile(samples, key, share) {
  const sorted = samples.map((sample) => sample[key]).sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place % 1);
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
