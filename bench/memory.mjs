import { boards } from './boards.mjs';
import { timed } from './clock.mjs';
import { onOneCore } from './pin.mjs';

// Measures resident memory over many renders of boards with new words, which would reveal a growing cache.
const pinned = onOneCore();
const { render } = await import('./peers/tierpress.mjs');
const renders = Number(process.argv[2] ?? 5000);
const steps = 10;
const step = Math.ceil(renders / steps);
const board = boards.at(-1);

console.log(`${renders} renders of: ${board.name}, ${pinned}\n`);
console.log('renders  resident MiB  CPU ms each');
const resident = [];
let spent = 0;
for (let round = 1; round <= renders; round++) {
  spent += (await timed(() => render(board.spec(round)))).cpu;
  await new Promise(setImmediate);
  if (round % step === 0 || round === renders) report(round);
}
// The first step is excluded: it reads fonts and compiles code.
console.log(`\nsteady state: first ${resident[1] ?? resident[0]} MiB, last ${resident.at(-1)} MiB`);

function report(round) {
  const mebibytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const each = spent / (round % step || step);
  console.log(
    [String(round).padStart(7), String(mebibytes).padStart(12), each.toFixed(1).padStart(11)].join('  '),
  );
  resident.push(mebibytes);
  spent = 0;
}
