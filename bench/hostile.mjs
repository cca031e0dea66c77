import { hostileCases, hostileSpec, nameOf } from './hostile-boards.mjs';
import { onOneCore } from './pin.mjs';

// Draws boards that are as dear as the API allows, and prints the dearest by stage.
// node --expose-gc bench/hostile.mjs [boards] [scale] [part of a kind's name]
const pinned = onOneCore();
const { stages } = await import('./peers/tierpress.mjs');
const [boards, scale] = [Number(process.argv[2] ?? 400), Number(process.argv[3] ?? 1)];
const wanted = process.argv[4] ?? '';
const shown = 15;

const measured = [];
const cases = hostileCases().filter(({ kind }) => kind.includes(wanted));
for (const [index, one] of cases.slice(0, boards).entries()) {
  const times = await stages(hostileSpec(one, index, scale));
  const total = Object.values(times).reduce((sum, time) => sum + time, 0);
  measured.push({ name: nameOf(one), total, ...times });
  globalThis.gc?.({ type: 'minor' });
}
measured.sort((left, right) => right.total - left.total);
console.log(`${measured.length} boards at scale ${scale}, ${pinned}, Node ${process.version}; CPU in ms\n`);
console.table(
  measured.slice(0, shown).map(({ name, ...times }) => ({
    ...Object.fromEntries(Object.entries(times).map(([stage, time]) => [stage, Math.round(time)])),
    name,
  })),
);
for (const share of [0.5, 0.95, 0.99])
  console.log(`${share * 100} % of the boards cost at most ${at(share).toFixed(0)} ms`);
console.log(`resident: ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MiB`);

function at(share) {
  return measured[Math.floor((1 - share) * measured.length)].total;
}
