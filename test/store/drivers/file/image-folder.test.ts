import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageFolder, type ImageFolderOptions } from '../../../../src/store/drivers/file/image-folder.ts';
import { imageIds } from '../../../../src/store/image-id.ts';
import { breakDisk, mendDisk } from '../../../support/failing-disk.ts';

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const { withFaults } = await import('../../../support/failing-disk.ts');
  return withFaults(await importOriginal());
});
vi.mock(import('node:fs'), async (importOriginal) => {
  const { withFileFaults } = await import('../../../support/failing-disk.ts');
  return withFileFaults(await importOriginal());
});

const bytes = Buffer.from('a picture');
const dayMs = 24 * 60 * 60 * 1000;
const ids = imageIds(randomBytes(32), randomBytes);

let dir: string;
let now: Date;
const open = (options: Partial<ImageFolderOptions> = {}) =>
  ImageFolder.open(dir, { ids, now: () => now, maxBytes: 1e9, ...options });
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-images-'));
  now = new Date('2026-01-02T03:04:05Z');
});
afterEach(async () => {
  mendDisk();
  await rm(dir, { recursive: true, force: true });
});

describe('the image folder', () => {
  it('reports an expired image as gone after its file is swept, and no other name', async () => {
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
      `${imageIds(randomBytes(32), randomBytes).issue(bytes, 'png', inDays(1))}.png`,
    ];
    for (const name of unknown) await expect(images.open(name)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('removes the remains of a crash and expired images at start', async () => {
    const images = await open();
    await images.save(bytes, 'png', inDays(1));
    const kept = await images.save(bytes, 'webp', inDays(3));
    await writeFile(join(dir, 'images', `${kept}.webp.0123456789ab.tmp`), 'half');
    now = inDays(2);
    await (await open()).settled();
    expect(await readdir(join(dir, 'images'))).toEqual([`${kept}.webp`]);
  });

  it('fails with storeUnavailable when it cannot write', async () => {
    const images = await open();
    await rm(join(dir, 'images'), { recursive: true });
    await expect(images.save(bytes, 'png', inDays(1))).rejects.toMatchObject({
      code: 'storeUnavailable',
      retryAfter: 30,
    });
  });

  it('removes empty and cut images at the start, so that nobody gets their address from the cache', async () => {
    const images = await open();
    const names: string[] = [];
    for (let i = 0; i < 3; i++) names.push(`${await images.save(bytes, 'png', inDays(1))}.png`);
    const [empty = '', cut = '', sound = ''] = names;
    await truncate(join(dir, 'images', empty));
    await truncate(join(dir, 'images', cut), 4);
    const onRemoved = vi.fn();
    const again = await open({ onRemoved });
    await again.settled();
    expect(names.map((name) => again.has(name))).toEqual([false, false, true]);
    expect(await readdir(join(dir, 'images'))).toEqual([sound]);
    expect(onRemoved.mock.calls).toEqual([['damaged', 2]]);
    expect(again.bytes).toBe(bytes.length);
  });

  it('serves images of before the checksum, unless they are empty', async () => {
    const key = randomBytes(32);
    const payload = Buffer.concat([Buffer.from([0x69, 0xff, 0, 0]), randomBytes(14)]);
    const tag = createHmac('sha256', key).update(payload).update('webp').digest().subarray(0, 12);
    const name = `${Buffer.concat([payload, tag]).toString('base64url')}.webp`;
    const images = await open({ ids: imageIds(key, randomBytes) });
    await writeFile(join(dir, 'images', name), bytes);
    expect(await buffer((await images.open(name)).read())).toEqual(bytes);
    await truncate(join(dir, 'images', name));
    await expect(images.open(name)).rejects.toMatchObject({ code: 'gone' });
  });

  it('reports an image that cannot be read as unavailable, and keeps it', async () => {
    const images = await open();
    const name = `${await images.save(bytes, 'png', inDays(1))}.png`;
    const path = join(dir, 'images', name);
    await rm(path);
    await symlink(name, path);
    await expect(images.open(name)).rejects.toMatchObject({ code: 'storeUnavailable' });
    expect(images.has(name)).toBe(true);
  });

  it('never issues an id twice', async () => {
    const made = new Set(Array.from({ length: 10_000 }, () => ids.issue(bytes, 'webp', inDays(7))));
    expect(made.size).toBe(10_000);
  });
});

describe('the image folder with little space', () => {
  const kilobyte = 1000;
  const image = (kilobytes = 1) => Buffer.alloc(kilobytes * kilobyte, 'x');
  const onRemoved = vi.fn();
  beforeEach(() => onRemoved.mockClear());
  /** Returns for each name whether its file is on the disk. */
  async function exist(names: readonly string[]): Promise<boolean[]> {
    const there = await readdir(join(dir, 'images'));
    return names.map((name) => there.includes(name));
  }

  /** Saves images in turn, each a second later. */
  async function fill(images: ImageFolder, count: number, days = 7): Promise<string[]> {
    const names: string[] = [];
    for (let i = 0; i < count; i++, now = new Date(now.getTime() + 1000)) {
      names.push(`${await images.save(image(), 'webp', inDays(days))}.webp`);
    }
    return names;
  }

  async function bytesOnDisk(): Promise<number> {
    const names = await readdir(join(dir, 'images'));
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, 'images', name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  it('removes as many of the oldest images as a new one needs, and reports their number', async () => {
    const images = await open({ maxBytes: 5 * kilobyte, onRemoved });
    const names = await fill(images, 5);
    expect(onRemoved).not.toHaveBeenCalled();
    expect(images.bytes).toBe(5 * kilobyte);
    await images.save(image(2), 'png', inDays(7));
    expect(await exist(names)).toEqual([false, false, true, true, true]);
    expect(onRemoved.mock.calls).toEqual([['room', 2]]);
    expect(images.bytes).toBe(5 * kilobyte);
    expect(names.map((name) => images.has(name))).toEqual([false, false, true, true, true]);
    await expect(images.open(names[0] ?? '')).rejects.toMatchObject({
      code: 'gone',
      message: 'The picture had to make room for newer ones',
    });
  });

  it('removes expired images before all others', async () => {
    const images = await open({ maxBytes: 4 * kilobyte, onRemoved });
    const lasting = await fill(images, 2, 7);
    const passing = await fill(images, 2, 1);
    now = inDays(2);
    await images.save(image(), 'png', inDays(7));
    expect(await exist([...lasting, ...passing])).toEqual([true, true, false, false]);
    expect(onRemoved.mock.calls).toEqual([['expired', 2]]);
    await fill(images, 2);
    expect(await exist(lasting)).toEqual([false, true]);
    expect(onRemoved.mock.calls.slice(1)).toEqual([['room', 1]]);
  });

  it('keeps its bound when many images are saved concurrently', async () => {
    const images = await open({ maxBytes: 10 * kilobyte, onRemoved });
    const names = await fill(images, 10);
    const saved = await Promise.all(Array.from({ length: 5 }, () => images.save(image(), 'png', inDays(7))));
    expect(images.bytes).toBe(10 * kilobyte);
    expect(await bytesOnDisk()).toBe(10 * kilobyte);
    expect(await exist(names)).toEqual([...Array<boolean>(5).fill(false), ...Array<boolean>(5).fill(true)]);
    expect(await exist(saved.map((id) => `${id}.png`))).toEqual(Array(5).fill(true));
  });

  it('does not remove an image that is being written to make room for another one', async () => {
    const images = await open({ maxBytes: 3 * kilobyte });
    const saved = await Promise.all(Array.from({ length: 8 }, () => images.save(image(), 'png', inDays(7))));
    expect(images.bytes).toBe(await bytesOnDisk());
    for (const name of await readdir(join(dir, 'images'))) expect(images.has(name)).toBe(true);
    for (const id of saved) {
      const there = images.has(`${id}.png`);
      expect(await exist([`${id}.png`])).toEqual([there]);
    }
    // The excess is removed with the next write.
    await images.save(image(), 'png', inDays(7));
    expect(await bytesOnDisk()).toBe(3 * kilobyte);
  });

  it('scans the folder at the start, removes images by expiry, and leaves other files', async () => {
    const before = await open();
    const late = await fill(before, 2, 9);
    const early = await fill(before, 2, 5);
    const expired = await fill(before, 2, 1);
    now = inDays(2);
    const foreign = imageIds(randomBytes(32), randomBytes).issue(bytes, 'png', new Date(0));
    for (const name of ['notes.txt', `${foreign}.png`]) {
      await writeFile(join(dir, 'images', name), image(50));
    }
    const images = await open({ maxBytes: 3 * kilobyte, onRemoved });
    await images.settled();
    expect(await exist([...late, ...early, ...expired])).toEqual([true, true, false, true, false, false]);
    expect(await exist(['notes.txt', `${foreign}.png`])).toEqual([true, true]);
    expect(onRemoved.mock.calls).toEqual([
      ['expired', 2],
      ['room', 1],
    ]);
    expect(images.bytes).toBe(3 * kilobyte);
    expect(images.has(`${foreign}.png`)).toBe(false);
  });

  it('can be used during the scan', async () => {
    const names = await fill(await open(), 20);
    const images = await open({ maxBytes: 15 * kilobyte });
    expect(images.has(names[19] ?? '')).toBe(true);
    const saved = await Promise.all(Array.from({ length: 3 }, () => images.save(image(), 'png', inDays(7))));
    await images.settled();
    expect(images.bytes).toBe(await bytesOnDisk());
    expect(images.bytes).toBeLessThanOrEqual(15 * kilobyte);
    expect(await exist(saved.map((id) => `${id}.png`))).toEqual([true, true, true]);
    expect(await exist(names.slice(-12))).toEqual(Array(12).fill(true));
  });

  it.each([
    ['ENOSPC', 'below the bound', 1e9],
    ['EDQUOT', 'below the bound', 1e9],
    ['ENOSPC', 'at the bound', 6 * kilobyte],
  ] as const)(
    'removes no image for a full disk (%s, %s): it answers 503, however often',
    async (code, _, maxBytes) => {
      const images = await open({ maxBytes, onRemoved });
      const names = await fill(images, 6);
      breakDisk({ code, path: /\.png$/, room: 10 });
      const attempts = Array.from({ length: 8 }, () => images.save(image(2), 'png', inDays(7)));
      for (const attempt of await Promise.allSettled(attempts)) {
        expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'storeUnavailable' } });
      }
      expect((await readdir(join(dir, 'images'))).sort()).toEqual([...names].sort());
      expect(onRemoved).not.toHaveBeenCalled();
      expect(images.bytes).toBe(6 * kilobyte);
      mendDisk();
      await images.save(image(), 'png', inDays(7));
      expect(await exist(names.slice(1))).toEqual(Array(5).fill(true));
    },
  );

  it('fails with storeUnavailable when no image can be removed, and forgets none', async () => {
    const images = await open({ maxBytes: 2 * kilobyte, onRemoved });
    const names = await fill(images, 2);
    breakDisk({ code: 'EROFS', path: /images/ });
    await expect(images.save(image(), 'png', inDays(7))).rejects.toMatchObject({
      code: 'storeUnavailable',
    });
    expect(images.bytes).toBe(2 * kilobyte);
    expect(names.map((name) => images.has(name))).toEqual([true, true]);
    now = inDays(8);
    await expect(images.sweep()).rejects.toThrow('EROFS');
    expect(images.bytes).toBe(2 * kilobyte);
    expect(onRemoved).not.toHaveBeenCalled();
    mendDisk();
    await images.sweep();
    expect(images.bytes).toBe(0);
    expect(onRemoved.mock.calls).toEqual([['expired', 2]]);
  });

  it('measures its images even if none can be removed', async () => {
    await fill(await open(), 2, 1);
    now = inDays(2);
    breakDisk({ code: 'EIO', path: /images\/[^/]+\.webp$/ });
    const images = await open();
    await expect(images.settled()).rejects.toThrow('EIO');
    expect(images.bytes).toBe(2 * kilobyte);
  });

  it('reports a deleted image as gone, and does not count it', async () => {
    const images = await open();
    const [name = '', other = ''] = await fill(images, 2);
    await rm(join(dir, 'images', name));
    await expect(images.open(name)).rejects.toMatchObject({ code: 'gone' });
    expect(images.has(name)).toBe(false);
    expect(images.has(other)).toBe(true);
    expect(images.bytes).toBe(kilobyte);
  });

  it('creates its folder', async () => {
    dir = join(dir, 'deep');
    await mkdir(dir);
    const images = await open();
    expect((await stat(join(dir, 'images'))).mode & 0o777).toBe(0o700);
    await images.settled();
    expect(images.bytes).toBe(0);
  });
});
