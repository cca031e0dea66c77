import { readFileSync } from 'node:fs';
import { folderWithKeys } from './key-folder.mjs';
import { startService } from './service.mjs';
import { table } from './tables.mjs';

// From `node dist/cli/main.js serve` to ready, and what the first pictures cost: several times over.
// With `node startup.mjs 5 50000`, so many keys are in the store.
const starts = Number(process.argv[2] ?? 5);
const keys = Number(process.argv[3] ?? 0);
const pictures = 12;
const example = JSON.parse(readFileSync(new URL('../examples/eighty-items.json', import.meta.url), 'utf8'));

const rows = [];
for (let start = 1; start <= starts; start++) {
  const data = keys > 0 ? await folderWithKeys(keys) : {};
  const began = performance.now();
  const service = await startService({}, data);
  const ready = performance.now() - began;
  const times = [];
  // The client's own first call loads half of what it needs.
  await fetch(`${service.url}/healthz`);
  for (let picture = 0; picture < pictures; picture++) times.push(await service.post(boardOf(picture)));
  rows.push([start, ready, times[0], times[1], times[9]].map((value) => Math.round(value)));
  await service.stop();
}
console.log(table(['start', 'ready after ms', '1st picture ms', '2nd', '10th'], rows));

/**
 * As many tiles each time, so that pictures can be compared, with words that nobody has seen before; the longer the title,
 * the smaller the type.
 */
function boardOf(picture) {
  return {
    ...example,
    title: `Picture ${picture} ${'x'.repeat(2 * picture)}`,
    items: example.items.map((label) => `${label} ${picture.toString(36)}`),
  };
}
