import { quantile } from './rounds.mjs';

const ms = (value) => value.toFixed(1);
const ratio = (value) => value.toFixed(2);

/** Formats the costs of one board for all contestants, and ours as a share of each. */
export function boardTable(drawn, us) {
  const results = resultsOf(drawn);
  const best = bestOfEach(results);
  const own = best.get(us.peer);
  const share = (one, key) => (one === own ? '' : ratio(own[key] / one[key]));
  return table(
    ['', 'wall ms', 'CPU ms', 'CPU p25', 'bytes', 'our CPU / it', 'our p25 / it', 'our bytes / it'],
    results.map((one) => [
      best.get(one.peer) === one ? one.name : `${one.name} (slower)`,
      ms(one.wall),
      ms(one.cpu),
      ms(one.low),
      Math.round(one.bytes),
      share(one, 'cpu'),
      share(one, 'low'),
      share(one, 'bytes'),
    ]),
  );
}

/** Formats the cost of each of our stages. */
export function stageTable(samples) {
  const stages = Object.keys(samples[0]);
  return table(
    ['tierpress, stage', 'CPU ms', 'CPU p25'],
    stages.map((stage) => [stage, ms(quantile(samples, stage, 0.5)), ms(quantile(samples, stage, 0.25))]),
  );
}

const nameOfPeer = {
  tierpress: 'tierpress',
  satori: 'satori + resvg + sharp',
  takumi: 'takumi',
  canvas: 'canvas',
  floor: 'sharp, encoding alone',
};

/** Returns the rows of a chart: the cheapest way of each peer. */
export function chartRows(group, drawn) {
  return [...bestOfEach(resultsOf(drawn))].map(([peer, { cpu, bytes }]) => ({
    group,
    name: nameOfPeer[peer],
    cpu,
    kilobytes: bytes / 1000,
  }));
}

function resultsOf(drawn) {
  return [...drawn].map(([one, samples]) => ({
    ...one,
    wall: quantile(samples, 'wall', 0.5),
    cpu: quantile(samples, 'cpu', 0.5),
    low: quantile(samples, 'cpu', 0.25),
    bytes: quantile(samples, 'bytes', 0.5),
  }));
}

/** Returns the cheapest way of each peer. */
function bestOfEach(results) {
  const best = new Map();
  for (const result of results) {
    if (!(best.get(result.peer)?.cpu <= result.cpu)) best.set(result.peer, result);
  }
  return best;
}

/** Aligns columns: the first to the left, the others to the right. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  '),
  );
  return [lines[0], '-'.repeat(lines[0].length), ...lines.slice(1)].join('\n');
}
