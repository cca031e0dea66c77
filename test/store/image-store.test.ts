import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageIds } from '../../src/store/image-id.ts';
import { ImageFolder } from '../../src/store/image-store.ts';

const bytes = Buffer.from('a picture');
const dayMs = 24 * 60 * 60 * 1000;
const ids = imageIds(randomBytes(32), randomBytes);

let dir: string;
let now: Date;
const open = () => ImageFolder.open(dir, { ids, now: () => now, maxBytes: 1e9 });
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-images-'));
  now = new Date('2026-01-02T03:04:05Z');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('image folder', () => {
  it('gives back what was saved, until it expires', async () => {
    const images = await open();
    const id = await images.save(bytes, 'webp', inDays(7));
    expect(id).toMatch(/^[\w-]{40}$/);
    const image = await images.open(`${id}.webp`);
    expect(image).toMatchObject({ id, format: 'webp', bytes: bytes.length, expiresAt: inDays(7) });
    expect(await image.file.readFile()).toEqual(bytes);
    await image.file.close();
    expect((await stat(join(dir, 'images', `${id}.webp`))).mode & 0o777).toBe(0o600);

    now = inDays(7);
    await expect(images.open(`${id}.webp`)).rejects.toMatchObject({ code: 'gone', status: 410 });
  });

  it('still says gone when the file has been swept, and of no other name', async () => {
    const images = await open();
    const id = await images.save(bytes, 'png', inDays(1));
    const kept = await images.save(bytes, 'png', inDays(3));
    await writeFile(join(dir, 'images', 'notes.txt'), 'not ours');
    now = inDays(2);
    await images.sweep();
    expect((await readdir(join(dir, 'images'))).sort()).toEqual([`${kept}.png`, 'notes.txt'].sort());
    await expect(images.open(`${id}.png`)).rejects.toMatchObject({ code: 'gone' });
    const forged = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
    const unknown = [
      `${forged}.png`,
      `${id}.webp`,
      `${id}.PNG`,
      id,
      `${id}.png.png`,
      `${id}.`,
      '',
      '.',
      '..',
      '../keys.json',
      'x'.repeat(40),
      `${'x'.repeat(40)}.png`,
      `${imageIds(randomBytes(32), randomBytes).issue('png', inDays(1))}.png`,
    ];
    for (const name of unknown) await expect(images.open(name)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('removes at start what a crash has left and what has expired', async () => {
    const images = await open();
    await images.save(bytes, 'png', inDays(1));
    const kept = await images.save(bytes, 'webp', inDays(3));
    await writeFile(join(dir, 'images', `${kept}.webp.0123456789ab.tmp`), 'half');
    now = inDays(2);
    await (await open()).settled();
    expect(await readdir(join(dir, 'images'))).toEqual([`${kept}.webp`]);
  });

  it('answers 503 when it cannot write', async () => {
    const images = await open();
    await rm(join(dir, 'images'), { recursive: true });
    await expect(images.save(bytes, 'png', inDays(1))).rejects.toMatchObject({
      code: 'storeUnavailable',
      retryAfter: 30,
    });
  });

  it('never gives out an id twice', async () => {
    const made = new Set(Array.from({ length: 10_000 }, () => ids.issue('webp', inDays(7))));
    expect(made.size).toBe(10_000);
  });
});
