import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../scripts/service.mjs';
import { requestOf } from './boards.mjs';
import { hostileCases, hostileSpec, nameOf } from './hostile-boards.mjs';
import { childrenOf, cpuOf } from './process-cpu.mjs';
import { quantile } from './rounds.mjs';

// The renderer's CPU for the first board that a service draws, with all its threads: fonts are read and code is compiled
// meanwhile. One service for each kind of text, with as much of it as a board may hold.
// npm run --prefix bench first -- [ms between ready and the board] [part of a kind's name]
const [pauseMs, wanted] = [Number(process.argv[2] ?? 0), process.argv[3] ?? ''];
const dearest = { tiles: 80, length: 120, rows: 30, aspectRatio: '16:9' };

const cases = hostileCases().filter(
  (one) => one.kind.includes(wanted) && Object.keys(dearest).every((name) => one[name] === dearest[name]),
);
const measured = [];
for (const [seed, one] of cases.entries()) {
  const cpu = await costOfFirst(one, seed).catch(({ message }) => console.log(`${nameOf(one)}: ${message}`));
  if (cpu !== undefined) measured.push({ cpu, board: nameOf(one) });
}

measured.sort((left, right) => right.cpu - left.cpu);
console.log(`CPU ms of the first board, ${pauseMs} ms after the service is ready, Node ${process.version}\n`);
for (const { cpu, board } of measured) console.log(`${cpu.toFixed(0).padStart(5)}  ${board}`);
console.log(`\nmedian ${quantile(measured, 'cpu', 0.5).toFixed(0)}`);

async function costOfFirst(one, seed) {
  const { board, aspectRatio } = hostileSpec(one, seed, 1);
  const service = await startService({ TIERPRESS_RENDERERS: '1' });
  const [renderer] = childrenOf(service.pid);
  await wait(pauseMs);
  const before = cpuOf(renderer).ran;
  try {
    await service.post({ ...requestOf(board), aspect_ratio: aspectRatio });
    return cpuOf(renderer).ran - before;
  } finally {
    await service.stop();
  }
}
