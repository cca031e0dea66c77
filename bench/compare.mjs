import { mkdirSync, writeFileSync } from 'node:fs';
import { boards } from './boards.mjs';
import { decode, encode, toPng } from './encode.mjs';
import { compare } from './measure.mjs';
import { canvasPeers } from './peers/canvas.mjs';
import { satoriPeers } from './peers/satori.mjs';
import { takumiPeers } from './peers/takumi.mjs';
import { onOneCore } from './pin.mjs';
import { sheetOf } from './sheet.mjs';
import { measureStages } from './stages.mjs';
import { ms, ratio, table } from './table.mjs';
import { blueprint, engine } from './tierpress.mjs';

// Everybody draws the same boards in one process on one core, in turns; all have their fonts loaded and are warm.
const pinned = onOneCore();
const rounds = Number(process.argv[2] ?? 21);
// Enough for the machine code of everybody's hot paths to be compiled.
const warmUp = 15;

const contestants = [
  {
    name: 'tierpress',
    peer: 'tierpress',
    render: async ({ order }) => (await engine.render(order)).bytes,
  },
  ...[...satoriPeers(), ...(await takumiPeers()), ...canvasPeers()].map((peer) => ({
    ...peer,
    render: ({ sheet }) => peer.render(sheet),
  })),
  { name: 'encoding alone', peer: 'floor', render: ({ pixels, sheet }) => encode(pixels, sheet) },
];

console.log(`1080×1440 lossless WebP, ${pinned}, Node ${process.version}, medians of ${rounds} rounds\n`);
for (const { name, order } of boards) {
  const results = await compare(contestants, await inputsOf(order), { warmUp, rounds });
  const best = bestOfEach(results);
  const own = best.get('tierpress');
  console.log(`${name}\n`);
  console.log(
    table(
      ['', 'wall ms', 'CPU ms', 'bytes', 'tierpress / it, CPU', 'bytes'],
      results.map((one) => [
        best.get(one.peer) === one ? one.name : `${one.name} (slower)`,
        ms(one.wall),
        ms(one.cpu),
        Math.round(one.bytes),
        one === own ? '' : ratio(own.cpu / one.cpu),
        one === own ? '' : ratio(own.bytes / one.bytes),
      ]),
    ),
  );
  console.log(`\n${await measureStages(engine, order, { warmUp, rounds })}\n`);
  await keepPictures(name, results);
}
console.log('The pictures that were compared are in build/bench/.');

/** What a round draws, made before the clock runs: the order for us, the sheet for the peers, our pixels for the floor. */
async function inputsOf(order) {
  const pixels = await decode((await engine.render(order(0))).bytes);
  const inputs = Array.from({ length: warmUp + rounds }, (_, round) => {
    // Round 0 has been drawn, so that every round of a board with new words has words that are new to us too.
    const ordered = order(round + 1);
    return { order: ordered, sheet: sheetOf(blueprint(ordered)), pixels };
  });
  return (round) => inputs[round];
}

/** Of each peer's ways to an image, the one that costs least. */
function bestOfEach(results) {
  const best = new Map();
  for (const result of results) {
    if (!(best.get(result.peer)?.cpu <= result.cpu)) best.set(result.peer, result);
  }
  return best;
}

async function keepPictures(board, results) {
  const folder = new URL('../build/bench/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const { name, picture } of results) {
    const file = `${board} ${name}`.replaceAll(/[^a-z0-9]+/giu, '-');
    writeFileSync(new URL(`${file}.png`, folder), await toPng(picture));
  }
}
