import sharp from 'sharp';
import { fromBuild } from './build.mjs';
import { settle, timed } from './clock.mjs';
import { photo } from './photos.mjs';
import { onOneCore } from './pin.mjs';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures our encoder of boards with photos beside libwebp at quality 90 with the lowest effort: CPU time, bytes, and the mean
// square of the loss of luma.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 15);
sharp.concurrency(1);
sharp.cache(false);

const { createEngine } = await fromBuild('workers/engine.js');
const { createRasteriser } = await fromBuild('raster/index.js');
const { preparePhoto } = await fromBuild('raster/photos/prepare.js');
const { encodePhotos } = await fromBuild('raster/encoders/webp/encode-photos.js');
const engine = createEngine({ rasteriser: 'resvg' });
const rasteriser = createRasteriser('resvg');

const encoders = {
  ours: (pixels) => encodePhotos(pixels),
  libwebp: (pixels) => rawOf(pixels).webp({ quality: 90, effort: 0 }).toBuffer(),
};
const rows = [];
for (const theme of ['night', 'paper', 'arcade'])
  for (const [kind, count, share] of [
    ['3 photos', 3, 1],
    ['12 words, 13 photos', 25, 0.5],
    ['80 photos', 80, 1],
  ]) {
    const pixels = await draw(specOf(theme, count, share));
    const samples = { ours: [], libwebp: [] };
    for (let round = -3; round < rounds; round++)
      for (const [name, encode] of Object.entries(encoders)) {
        const sample = await timed(() => encode(pixels));
        if (round >= 0) samples[name].push(sample);
        await settle();
      }
    const cpu = (name) => quantile(samples[name], 'cpu', 0.5);
    const bytesOf = (name) => samples[name][0].answer;
    rows.push([
      `${theme}, ${kind}`,
      cpu('ours').toFixed(1),
      (cpu('ours') / cpu('libwebp')).toFixed(2),
      bytesOf('ours').length,
      (bytesOf('ours').length / bytesOf('libwebp').length).toFixed(2),
      (await lossOf(bytesOf('ours'), pixels)).toFixed(2),
      (await lossOf(bytesOf('libwebp'), pixels)).toFixed(2),
    ]);
  }
console.log(`1080×1440, ${pinned}, Node ${process.version}, medians of ${rounds} rounds\n`);
console.log(table(['', 'CPU ms', '/ libwebp', 'bytes', '/ libwebp', 'loss', 'of libwebp'], rows));

function rawOf({ data, width, height }) {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function specOf(theme, count, share) {
  const items = Array.from({ length: count }, (_, index) =>
    (index * share) % 1 === 0
      ? { kind: 'picture', address: `${index}`, label: index % 3 ? '' : `Caption ${index}` }
      : { kind: 'text', label: `Some words ${index}` },
  );
  const length = Math.ceil(count / 5);
  const tiers = [...'SABCD'].map((title, row) => ({
    title,
    color: null,
    items: items.slice(row * length, (row + 1) * length),
  }));
  const board = { title: 'Words and pictures', tiers };
  return { board, aspectRatio: '3:4', scale: 1, theme, format: 'webp', watermark: true };
}

async function draw(spec) {
  const photos = new Map();
  for (const { address, ...size } of engine.measure(spec).sizes)
    photos.set(address, await preparePhoto(await photo(Number(address)), size));
  return rasteriser.rasterise(engine.draw(spec), spec.scale, ({ address }) => photos.get(address));
}

async function lossOf(bytes, { data }) {
  const decoded = await sharp(bytes).ensureAlpha().raw().toBuffer();
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [0, 1, 2].map((channel) => decoded[at + channel] - data[at + channel]);
    sum += (0.299 * red + 0.587 * green + 0.114 * blue) ** 2;
  }
  return sum / (data.length / 4);
}
