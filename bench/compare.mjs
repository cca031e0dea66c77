import { mkdirSync, writeFileSync } from 'node:fs';
import { boards } from './boards.mjs';
import { contestants } from './contestants.mjs';
import { toPng } from './encode.mjs';
import { keepResults } from './keep-results.mjs';
import { onOneCore } from './pin.mjs';
import { inRounds } from './rounds.mjs';
import { start } from './start.mjs';
import { boardTable, chartRows, stageTable } from './tables.mjs';

// All contestants draw the same boards in turns on one core, each in its own warm process with its fonts loaded.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 25);
// Enough rounds for V8 to optimise the hot code of every contestant.
const warmUp = 15;

const field = [];
for (const contestant of contestants) field.push(await start(contestant));
const [tierpress] = field;
const rows = [];

console.log(`1080×1440 lossless WebP, ${pinned}, Node ${process.version}, ${rounds} rounds`);
console.log('median and p25 (lower quartile), since other work on the machine only ever adds\n');
for (const [board, { name }] of boards.entries()) {
  const drawn = await inRounds(field, { ask: 'render', board }, { warmUp, rounds });
  console.log(`${name}\n\n${boardTable(drawn, tierpress)}\n`);
  rows.push(...chartRows(name, drawn));
  await keepPictures(name);
  // Rounds continue after those of the comparison, so that the words are new here too.
  const first = warmUp + rounds;
  const staged = await inRounds([tierpress], { ask: 'stages', board }, { first, warmUp, rounds });
  console.log(`${stageTable(staged.get(tierpress))}\n`);
}
for (const one of field) one.end();
keepResults('compare', rows);
console.log('The pictures that were compared are in build/bench/.');

async function keepPictures(board) {
  const folder = new URL('../build/bench/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const { name, ask } of field) {
    const file = `${board} ${name}`.replaceAll(/[^a-z0-9]+/giu, '-');
    writeFileSync(new URL(`${file}.png`, folder), await toPng(await ask({ ask: 'picture' })));
  }
}
