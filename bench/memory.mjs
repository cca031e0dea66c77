import { startService } from '../scripts/service.mjs';
import { newWords, requestOf } from './boards.mjs';
import { memoryOf, proportionalMemoryOf } from './process-memory.mjs';

// The memory of a service with two renderers over many boards, none of which is in a cache: it would reveal a cache that
// grows. npm run --prefix bench memory -- [boards]
const boards = Number(process.argv[2] ?? 5000);
const steps = 10;
const callers = 4;

const service = await startService({ TIERPRESS_RENDERERS: '2' });
console.log(`${boards} boards of 80 new words each, Node ${process.version}\n`);
console.log(' boards  MiB of all processes  with shared parts in each');
const memory = [];
let drawn = 0;
report();
for (let step = 1; step <= steps; step++) {
  await drawUntil(Math.round((boards * step) / steps));
  report();
}
await service.stop();
// The first step is excluded: it reads fonts and compiles code.
console.log(
  `\nfrom the second step on: ${Math.min(...memory.slice(2))} to ${Math.max(...memory.slice(2))} MiB`,
);

async function drawUntil(total) {
  const caller = async () => {
    while (drawn < total) await service.post(requestOf(newWords(++drawn)));
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

function report() {
  memory.push(proportionalMemoryOf(service.pid));
  const row = [String(drawn).padStart(7), String(memory.at(-1)).padStart(20)];
  console.log([...row, String(memoryOf(service.pid)).padStart(25)].join('  '));
}
