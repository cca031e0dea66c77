import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { fromBuild } from '../build.mjs';

const { createEngine } = await fromBuild('workers/engine.js');
const { PhotoFiles } = await fromBuild('workers/photo-files.js');
const { createRenderer } = await fromBuild('workers/renderer.js');
const { supplyPhotos } = await fromBuild('render/supply-photos.js');
const { openPhotoSource } = await fromBuild('service/photo-source.js');

sharp.concurrency(1);
sharp.cache(false);

const engine = createEngine({ rasteriser: 'resvg' });
const config = { allowAddresses: ['127.0.0.0/8'], allowPorts: ['1-65535'], pictureCacheMegabytes: 512 };
const facts = { version: '0', now: () => new Date() };
let kept;
let empty;
// All folders are deleted at the end: for minutes after a deletion, ext4 creates files many times slower.
const parent = mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));

/** An empty cache, and one that persists. */
export async function prepare(spec) {
  kept ??= await openCache();
  await empty?.source.close();
  empty = await openCache();
  return { spec, empty };
}

async function openCache() {
  const folder = mkdtempSync(join(parent, 'cache-'));
  const source = await openPhotoSource(config, { ...facts, folder });
  return { files: new PhotoFiles(), source };
}

export const fresh = ({ spec, empty }) => draw(spec, empty);
export const cached = ({ spec }) => draw(spec, kept);

async function draw(spec, { files, source }) {
  const renderer = createRenderer(engine, files);
  const addresses = spec.board.tiers.flatMap(({ items }) => items.filter(({ kind }) => kind === 'picture'));
  const needed = addresses.map(({ address }, index) => ({ address, path: `items[${index}]` }));
  const supplied = await supplyPhotos(spec, needed, 'fail', { renderer, photos: source }, {});
  const picture = await renderer.render(supplied.spec, supplied.input);
  supplied.release();
  return picture.bytes;
}
