import { createServer } from 'node:http';
import { keepResults } from './keep-results.mjs';
import { photo } from './photos.mjs';
import { onOneCore } from './pin.mjs';
import { inRounds, quantile } from './rounds.mjs';
import { start } from './start.mjs';
import { table } from './tables.mjs';

// 40 words and 40 JPEG photos of 400 × 400 on one board. We download them from a host on this machine, check, cache,
// decode and draw them; the peers get the bytes in memory. Lossy WebP of quality 90 for all.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 15);

const photos = new Map();
for (let index = 0; index < 40; index++) photos.set(`/${index}.jpg`, await photo(index));
const host = createServer((request, response) => response.end(photos.get(request.url)));
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${host.address().port}`;
const spec = {
  board: boardOf(),
  aspectRatio: '3:4',
  scale: 1,
  theme: 'night',
  format: 'webp',
  watermark: false,
};

const field = [];
for (const contestant of [
  { name: 'tierpress, nothing cached', module: './peers/tierpress-pictures.mjs', way: 'fresh' },
  { name: 'tierpress, photos ready', module: './peers/tierpress-pictures.mjs', way: 'cached' },
  { name: 'takumi', module: './peers/takumi-pictures.mjs', way: 'render' },
  { name: 'canvas', module: './peers/canvas-pictures.mjs', way: 'render' },
])
  field.push(await start(contestant));
// V8 continues to optimise the code of downloads for this many rounds.
const drawn = await inRounds(field, { ask: 'render', spec }, { warmUp: 100, rounds });
console.log(
  `40 words and 40 JPEGs of 400×400, 1080×1440 WebP, ${pinned}, Node ${process.version}, ${rounds} rounds\n`,
);
const cpu = (one, share) => quantile(drawn.get(one), 'cpu', share);
const [fresh, cached] = field;
console.log(
  table(
    ['', 'wall ms', 'CPU ms', 'CPU p25', 'bytes', 'fresh / it', 'ready / it'],
    field.map((one) => [
      one.name,
      quantile(drawn.get(one), 'wall', 0.5).toFixed(1),
      cpu(one, 0.5).toFixed(1),
      cpu(one, 0.25).toFixed(1),
      Math.round(quantile(drawn.get(one), 'bytes', 0.5)),
      (cpu(fresh, 0.5) / cpu(one, 0.5)).toFixed(2),
      (cpu(cached, 0.5) / cpu(one, 0.5)).toFixed(2),
    ]),
  ),
);
keepResults(
  'pictures',
  field.map((one) => ({ group: 'Photos of 400 × 400, lossy WebP', name: one.name, cpu: cpu(one, 0.5) })),
);
for (const one of field) one.end();
host.close();
host.closeAllConnections();

function boardOf() {
  const words = (index) => ({ kind: 'text', label: `Words ${index}` });
  const picture = (index) => ({ kind: 'picture', address: `${base}/${index}.jpg`, label: '' });
  const tiers = ['S', 'A', 'B', 'C', 'D'].map((title, row) => ({
    title,
    color: null,
    items: Array.from({ length: 16 }, (_, place) => {
      const index = row * 8 + Math.floor(place / 2);
      return place % 2 ? words(index) : picture(index);
    }),
  }));
  return { title: 'Words and pictures', tiers };
}
