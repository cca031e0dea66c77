import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { fromBuild } from '../build.mjs';

const { createEngine } = await fromBuild('render/engine.js');
const { PictureFiles } = await fromBuild('render/picture-files.js');
const { createRenderer } = await fromBuild('render/renderer.js');
const { supplyPictures } = await fromBuild('render/supply-pictures.js');
const { openPictureSource } = await fromBuild('picture-source.js');

sharp.concurrency(1);
sharp.cache(false);

const engine = createEngine({ rasteriser: 'resvg' });
const config = { allowAddresses: ['127.0.0.0/8'], allowPorts: ['1-65535'], pictureCacheMegabytes: 512 };
const facts = { version: '0', now: () => new Date() };
let kept;
let empty;
// All folders at the end: for minutes after files were removed, ext4 takes many times as long to make new ones.
const parent = mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));

/** A cache with nothing in it, and one that stays. */
export async function prepare(order) {
  kept ??= await openCache();
  await empty?.source.close();
  empty = await openCache();
  return { order, empty };
}

async function openCache() {
  const folder = mkdtempSync(join(parent, 'cache-'));
  const source = await openPictureSource(config, { ...facts, folder });
  return { files: new PictureFiles(folder), source };
}

export const fresh = ({ order, empty }) => draw(order, empty);
export const cached = ({ order }) => draw(order, kept);

async function draw(order, { files, source }) {
  const renderer = createRenderer(engine, files);
  const addresses = order.board.tiers.flatMap(({ items }) => items.filter(({ kind }) => kind === 'picture'));
  const needed = addresses.map(({ address }, index) => ({ address, path: `items[${index}]` }));
  const supplied = await supplyPictures(order, needed, 'fail', { renderer, pictures: source }, {});
  const picture = await renderer.render(supplied.order, supplied.digests);
  supplied.release();
  return picture.bytes;
}
