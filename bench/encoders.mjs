import sharp from 'sharp';
import { boards } from './boards.mjs';
import { fromBuild } from './build.mjs';
import { settle, timed } from './clock.mjs';
import { onOneCore } from './pin.mjs';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures our encoders for flat images and each setting of sharp on our text boards: the figures behind
// src/raster/encoders/.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 15);
sharp.concurrency(1);
sharp.cache(false);

const { createEngine } = await fromBuild('workers/engine.js');
const { createRasteriser } = await fromBuild('raster/index.js');
const { encode } = await fromBuild('raster/encoders/encode.js');
const engine = createEngine({ rasteriser: 'resvg' });
const rasteriser = createRasteriser('resvg');

/** Large emoji bring thousands of colours. */
const emojiBoard = {
  name: '24 emoji with words',
  spec: () => ({
    ...boards[0].spec(0),
    board: {
      title: 'Breakfast',
      tiers: ['🥞🥐🍳🧇🥯🥓', '🍓🥑🫐🍌🍵🥛', '🍯🍊☕🫖🧀🥔', '🍅🥒🍞🫘🥦🧄'].map((row, tier) => ({
        title: 'SABC'[tier],
        color: null,
        items: Array.from(row, (emoji, place) => ({ kind: 'text', label: `${emoji} Item ${place}` })),
      })),
    },
  }),
};

const settings = [
  ...[0, 1, 2, 4].map((effort) => ({ webp: { lossless: true, quality: 1, effort } })),
  { webp: { lossless: true, quality: 20, effort: 1 } },
  { webp: { lossless: true, quality: 75, effort: 4 } },
  ...[0, 1, 4].map((effort) => ({ webp: { quality: 85, effort } })),
  ...[1, 3, 6, 9].map((compressionLevel) => ({ png: { compressionLevel, adaptiveFiltering: false } })),
];

console.log(`1080×1440, ${pinned}, medians of ${rounds} rounds\n`);
for (const { name, spec } of [...boards.slice(0, 3), emojiBoard]) {
  const { data, width, height } = await rasteriser.rasterise(engine.draw(spec(0)), 1);
  const encoders = settings.map((setting) => {
    const [[format, options]] = Object.entries(setting);
    const encode = () =>
      sharp(data, { raw: { width, height, channels: 4 } })
        [format](options)
        .toBuffer();
    return { setting: `${format} ${JSON.stringify(options)}`, encode, samples: [] };
  });
  for (const format of ['webp', 'png']) {
    const ours = () => encode({ data, width, height }, format, false);
    encoders.unshift({ setting: `ours, ${format}`, encode: ours, samples: [] });
  }
  for (let round = -2; round < rounds; round++)
    for (const encoder of encoders) {
      const sample = await timed(encoder.encode);
      if (round >= 0) encoder.samples.push(sample);
      await settle();
    }
  console.log(`${name}\n`);
  const rows = encoders.map(({ setting, samples }) => [
    setting,
    quantile(samples, 'cpu', 0.5).toFixed(1),
    samples[0].answer.length,
  ]);
  console.log(`${table(['setting', 'CPU ms', 'bytes'], rows)}\n`);
}
