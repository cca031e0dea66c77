import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, timePost } from '../scripts/service.mjs';
import { newWords } from './boards.mjs';
import { folderWithKeys } from './key-folder.mjs';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures the time from `node dist/cli/main.js serve` to ready, and the cost of the first images, over several
// starts. `node startup.mjs 5 50000` puts that many keys into the store.
const starts = Number(process.argv[2] ?? 10);
const keys = Number(process.argv[3] ?? 0);
/** Letters of the words on a board and of its title: each length is set in a different type size. */
const lengths = [4, 5, 7, 8, 11, 12, 13, 14, 15, 16].map((label, index) => ({
  label,
  title: 32 + 2 * index,
}));
const usual = lengths[3];
const photos = lengths.length;
/**
 * An idle service takes some milliseconds longer, for the first image as for the tenth. Before the first image it has
 * waited for its renderers; with the last entry it waits as long before each image.
 */
const pausesMs = [0, 50, 500];
/** Does nothing: the client calls it before each image, since its own first calls after a wait are slower too. */
const idler = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
await once(idler.listen(0, '127.0.0.1'), 'listening');

// Over ten starts each length is first once and tenth once.
const ownSize = (start, picture) => lengths[(start + picture) % photos];
for (const pause of pausesMs)
  await timeStarts(`each picture in type sizes of its own, ${pause} ms between them`, ownSize, pause);
// Later images reuse glyphs that the first ones have drawn.
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

/** Returns 80 tiles with new words of that length. */
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
