import { contestants } from './contestants.mjs';
import { hostileCases, hostileSpec, nameOf } from './hostile-boards.mjs';
import { onOneCore } from './pin.mjs';
import { memoryOf } from './process-memory.mjs';
import { start } from './start.mjs';

// Draws boards as dear as the API allows in one process with the settings of a renderer: prints the dearest by stage, and
// the memory as it grows. npm run --prefix bench hostile -- [boards] [scale] [part of a kind's name]
const pinned = onOneCore();
const [boards, scale, wanted] = [
  Number(process.argv[2] ?? 500),
  Number(process.argv[3] ?? 1),
  process.argv[4] ?? '',
];
const shown = 15;
const stagesOf = ['layout', 'svg', 'raster', 'encode'];

const renderer = await start(contestants[0]);
const cases = hostileCases().filter(({ kind }) => kind.includes(wanted));
const measured = [];
const memory = [];
for (const [seed, one] of cases.slice(0, boards).entries()) {
  const times = await renderer.ask({ ask: 'stages', spec: hostileSpec(one, seed, scale) });
  const total = stagesOf.reduce((sum, stage) => sum + times[stage], 0);
  measured.push({ total, ...times, board: nameOf(one) });
  if ((seed + 1) % Math.ceil(boards / 10) === 0) memory.push(memoryOf(renderer.pid));
}
renderer.end();

measured.sort((left, right) => right.total - left.total);
console.log(`${measured.length} boards at scale ${scale}, ${pinned}, Node ${process.version}\n`);
console.log([...['total', ...stagesOf].map((stage) => stage.padStart(7)), ' CPU ms of the board'].join(''));
for (const { board, ...times } of measured.slice(0, shown))
  console.log(
    [...['total', ...stagesOf].map((stage) => times[stage].toFixed(0).padStart(7)), ` ${board}`].join(' '),
  );
console.log();
for (const share of [50, 95, 99])
  console.log(
    `${share} % of the boards cost at most ${measured[Math.floor((1 - share / 100) * measured.length)].total.toFixed(0)} ms`,
  );
console.log(`resident MiB as it drew: ${memory.join(', ')}`);
