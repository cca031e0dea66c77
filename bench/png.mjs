import { boards } from './boards.mjs';
import { onOneCore } from './pin.mjs';
import { inRounds } from './rounds.mjs';
import { start } from './start.mjs';
import { boardTable } from './tables.mjs';

// The boards of compare.mjs as PNG, beside takumi's own PNG.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 21);

const field = [];
for (const peer of ['tierpress', 'takumi'])
  field.push(await start({ name: `${peer}, PNG`, peer, module: `./peers/${peer}.mjs`, way: 'png' }));

console.log(`1080×1440 PNG, ${pinned}, Node ${process.version}, ${rounds} rounds\n`);
for (const [board, { name }] of boards.entries()) {
  const drawn = await inRounds(field, { ask: 'render', board }, { warmUp: 15, rounds });
  console.log(`${name}\n\n${boardTable(drawn, field[0])}\n`);
}
for (const one of field) one.end();
