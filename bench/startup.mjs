import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, timePost } from '../scripts/service.mjs';
import { newWords } from './boards.mjs';
import { folderWithKeys } from './key-folder.mjs';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// From `node dist/cli/main.js serve` to ready, and what the first pictures cost: several times over.
// With `node startup.mjs 5 50000`, so many keys are in the store.
const starts = Number(process.argv[2] ?? 10);
const keys = Number(process.argv[3] ?? 0);
/** Letters of the words on a board, and of its title: in each of these lengths they are set in another size of type. */
const lengths = [4, 5, 7, 8, 11, 12, 13, 14, 15, 16].map((label, index) => ({
  label,
  title: 32 + 2 * index,
}));
const usual = lengths[3];
const photos = lengths.length;
/**
 * A service that has had nothing to do for a while takes some milliseconds longer, be the picture the first or the tenth.
 * Before the first it has waited for its renderers: as long as it has before each picture in the last of these.
 */
const pausesMs = [0, 50, 500];
/** It does nothing: the client calls it before each picture, since after a wait its own first calls take longer, too. */
const idler = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
await once(idler.listen(0, '127.0.0.1'), 'listening');

// Over ten starts, each length comes first once and tenth once.
const ownSize = (start, picture) => lengths[(start + picture) % photos];
for (const pause of pausesMs)
  await timeStarts(`each picture in type sizes of its own, ${pause} ms between them`, ownSize, pause);
// The later ones find letters that the first ones have drawn.
await timeStarts('all pictures in the same type sizes, 0 ms between them', () => usual);
idler.close();
idler.closeAllConnections();

async function timeStarts(name, lengthOf, pause = 0) {
  const rows = [];
  for (let start = 0; start < starts; start++) {
    const data = keys > 0 ? await folderWithKeys(keys) : {};
    const began = performance.now();
    const service = await startService({}, data);
    const ready = performance.now() - began;
    const times = [];
    for (let picture = 0; picture < photos; picture++) {
      await wait(pause);
      await callIdler();
      times.push(await service.post(requestOf(picture, lengthOf(start, picture))));
    }
    rows.push([ready, times[0], times[1], times.at(-1)]);
    await service.stop();
  }
  const medians = rows[0].map((_, column) => quantile(rows, column, 0.5));
  const lines = [
    ...rows.map((row, index) => [index + 1, ...row.map(Math.round)]),
    ['median', ...medians.map(Math.round)],
  ];
  console.log(`\n${name}\n`);
  console.log(table(['start', 'ready after ms', '1st picture ms', '2nd', '10th'], lines));
}

/** 80 tiles with words of that length that nobody has seen before. */
function requestOf(picture, length) {
  const { tiers } = newWords(picture);
  const endings = newWords(picture + photos).tiers;
  const words = tiers[0].items.map(({ label }) => label);
  return {
    title: words.join(' ').slice(0, length.title),
    tiers: tiers.map((tier, row) => ({
      title: 'SABCD'[row],
      items: tier.items.map(({ label }, place) =>
        `${label}${endings[row].items[place].label}`.slice(0, length.label),
      ),
    })),
  };
}

async function callIdler() {
  const url = `http://127.0.0.1:${idler.address().port}/`;
  for (let call = 0; call < 5; call++) await timePost(url, requestOf(call, usual));
}
