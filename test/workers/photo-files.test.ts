import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StoredPhoto, tileName } from '../../src/model/photo.ts';
import { LostPhotoError, PhotoFiles } from '../../src/workers/photo-files.ts';

const size = { width: 20, height: 30 };
const image = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#37b' } })
  .png()
  .toBuffer();
const digest = createHash('sha256').update(image).digest('hex');

let folder: string;
let source: string;
let tile: string;
let photo: StoredPhoto;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tierpress-test-'));
  source = join(folder, 'source');
  photo = { digest, file: source, tilesFolder: join(folder, 'tiles') };
  mkdirSync(photo.tilesFolder);
  tile = join(photo.tilesFolder, tileName(digest, size));
  writeFileSync(source, image);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('decodes a tile once and stores it for the next process', async () => {
  const first = await new PhotoFiles().ready(photo, size);
  expect(first.written).toBe(readFileSync(tile).length);
  rmSync(source);
  const second = await new PhotoFiles().ready(photo, size);
  expect(second.written).toBe(0);
  expect(Buffer.compare(second.pixels.data, first.pixels.data)).toBe(0);
});

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['half written', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
  ['short of a byte', (whole: Buffer) => whole.subarray(0, -1)],
  ['with a byte too many', (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(1)])],
  ['with another pixel', (whole: Buffer) => Buffer.from(whole).fill(7, 100, 104)],
  ['that says it is not opaque', (whole: Buffer) => Buffer.from(whole).fill(0, 32, 33)],
])('writes a tile file again when it is damaged: %s', async (_, damage) => {
  const { pixels } = await new PhotoFiles().ready(photo, size);
  const whole = readFileSync(tile);
  writeFileSync(tile, damage(whole));
  const again = await new PhotoFiles().ready(photo, size);
  expect(again).toEqual({ pixels: { ...pixels, data: again.pixels.data }, written: whole.length });
  expect(Buffer.compare(again.pixels.data, pixels.data)).toBe(0);
  expect(Buffer.compare(readFileSync(tile), whole)).toBe(0);
});

test('reports a source that is missing or damaged', async () => {
  writeFileSync(source, image.subarray(0, -1));
  await expect(new PhotoFiles().ready(photo, size)).rejects.toBeInstanceOf(LostPhotoError);
  rmSync(source);
  await expect(new PhotoFiles().ready(photo, size)).rejects.toBeInstanceOf(LostPhotoError);
});

test('returns the pixels when the disk accepts no tile file', async () => {
  rmSync(photo.tilesFolder, { recursive: true });
  const { pixels, written } = await new PhotoFiles().ready(photo, size);
  expect([pixels.width, pixels.height, written]).toEqual([20, 30, 0]);
});
