import { boards } from './boards.mjs';
import { timed } from './measure.mjs';
import { engine } from './tierpress.mjs';

// Resident memory over many renders of boards with words never seen before, which is what a cache would grow with.
const renders = Number(process.argv[2] ?? 5000);
const steps = 10;
const board = boards.at(-1);

const mebibytes = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
console.log(`${renders} renders of: ${board.name}\n`);
console.log('renders  resident MiB  CPU ms each');
let spent = 0;
for (let round = 1; round <= renders; round++) {
  spent += (await timed(() => engine.render(board.order(round)))).cpu;
  await new Promise(setImmediate);
  if (round % Math.ceil(renders / steps) === 0) {
    console.log(
      `${String(round).padStart(7)}  ${String(mebibytes()).padStart(12)}  ${(spent / Math.ceil(renders / steps)).toFixed(1).padStart(11)}`,
    );
    spent = 0;
  }
}
