import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileCache } from '../../src/files/file-cache.ts';

const block = 4096;
const hourMs = 60 * 60 * 1000;
const content = (length = 10) => Buffer.alloc(length, 7);

let parent: string;
let folder: string;
let now: Date;
const open = (blocks = 3) =>
  FileCache.open(folder, { maxBytes: blocks * block, names: /^[a-z]\d?$/, now: () => now });
const files = async () => (await readdir(folder)).sort();

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tierpress-cache-'));
  folder = join(parent, 'cache');
  now = new Date();
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('a file cache', () => {
  it('returns the files that were put', async () => {
    const cache = await open();
    expect(cache.has('a')).toBe(false);
    expect(await cache.read('a')).toBeUndefined();
    await cache.put('a', content());
    expect(cache.has('a')).toBe(true);
    expect(await cache.read('a')).toEqual(content());
    expect(await readFile(cache.pathOf('a'))).toEqual(content());
    await cache.put('a', Buffer.from('other'));
    expect(String(await cache.read('a'))).toBe('other');
    await cache.drop('a');
    await cache.drop('a');
    expect(cache.has('a')).toBe(false);
    expect(await files()).toEqual([]);
  });

  it('can be read only by its owner', async () => {
    const cache = await open();
    await cache.put('a', content());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(cache.pathOf('a'))).mode & 0o777).toBe(0o600);
  });

  it('removes the least recently used file first', async () => {
    const cache = await open();
    for (const name of ['a', 'b', 'c']) await cache.put(name, content());
    cache.has('a');
    await cache.put('d', content());
    expect(await files()).toEqual(['a', 'c', 'd']);
    await cache.read('c');
    await cache.put('e', content(block + 1));
    expect(await files()).toEqual(['c', 'e']);
    expect(['a', 'c', 'd', 'e'].filter((name) => cache.has(name))).toEqual(['c', 'e']);
  });

  it('counts a file that is put again once', async () => {
    const cache = await open(2);
    await cache.put('a', content(block));
    for (const length of [1, block, 2 * block, block]) await cache.put('b', content(length));
    expect(await files()).toEqual(['b']);
    await cache.put('a', content());
    expect(await files()).toEqual(['a', 'b']);
  });

  it('never removes a held file, and makes space when it is released', async () => {
    const cache = await open(1);
    const first = cache.hold(['a', 'b']);
    const second = cache.hold(['b', 'c']);
    await cache.put('a', content(5 * block));
    await cache.put('b', content());
    await cache.put('c', content());
    expect(await files()).toEqual(['a', 'b', 'c']);
    first();
    first();
    await cache.idle();
    expect(await files()).toEqual(['b', 'c']);
    second();
    await cache.idle();
    expect(await files()).toEqual(['c']);
  });

  it('does not keep a file larger than the bound', async () => {
    const cache = await open(1);
    await cache.put('a', content(block + 1));
    expect(cache.has('a')).toBe(false);
    expect(await files()).toEqual([]);
  });

  it('counts files written by another process', async () => {
    const cache = await open(2);
    await cache.put('a', content());
    await writeFile(join(folder, 'b'), content(2 * block));
    expect(cache.has('b')).toBe(false);
    cache.record('b', 2 * block);
    await cache.idle();
    expect(await files()).toEqual(['b']);
    expect(await cache.read('b')).toEqual(content(2 * block));
  });

  it('removes a discarded file when its last hold ends, unless it is put again', async () => {
    const cache = await open();
    for (const name of ['a', 'b', 'c']) await cache.put(name, content());
    const release = cache.hold(['a', 'b']);
    for (const name of ['a', 'b', 'c', 'x']) cache.discard(name);
    await cache.idle();
    expect(await files()).toEqual(['a', 'b']);
    await cache.put('b', content());
    release();
    await cache.idle();
    expect(await files()).toEqual(['b']);
  });

  it('removes a passing file when its last hold ends, unless it is also put without that option', async () => {
    const cache = await open();
    const release = cache.hold(['a', 'b', 'c']);
    const passing = { passing: true };
    await cache.put('a', content(), passing);
    await cache.put('a', content(), passing);
    await Promise.all([cache.put('b', content()), cache.put('b', content(), passing)]);
    await Promise.all([cache.put('c', content(), passing), cache.put('c', content())]);
    await cache.put('d', content(), passing);
    await cache.idle();
    expect(await files()).toEqual(['a', 'b', 'c']);
    release();
    await cache.idle();
    expect(await files()).toEqual(['b', 'c']);
  });

  it('does not write a file again that has its full length, and replaces one of another length', async () => {
    const cache = await open();
    await cache.put('a', content());
    await writeFile(cache.pathOf('a'), Buffer.alloc(10, 1));
    await cache.put('a', content());
    expect(await cache.read('a')).toEqual(Buffer.alloc(10, 1));
    await writeFile(cache.pathOf('a'), 'half');
    await cache.put('a', content());
    expect(await cache.read('a')).toEqual(content());
  });

  it('treats a file of another length as missing, and removes it', async () => {
    const cache = await open();
    for (const name of ['a', 'b', 'c']) await cache.put(name, content());
    await writeFile(cache.pathOf('b'), content(9));
    await rm(cache.pathOf('c'));
    expect(await cache.intact('a', 10)).toBe(true);
    expect(await cache.intact('b', 10)).toBe(false);
    expect(await cache.intact('c', 10)).toBe(false);
    expect(await cache.intact('d', 10)).toBe(false);
    expect(await files()).toEqual(['a']);
    expect(cache.has('b') || cache.has('c')).toBe(false);
  });

  it('treats a deleted file as missing', async () => {
    const cache = await open();
    await cache.put('a', content());
    await rm(cache.pathOf('a'));
    expect(await cache.read('a')).toBeUndefined();
    expect(cache.has('a')).toBe(false);
  });

  it('continues when its folder has been removed', async () => {
    const cache = await open();
    await cache.put('a', content());
    await rm(folder, { recursive: true });
    await cache.put('b', content());
    expect(await files()).toEqual(['b']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('rejects when it cannot write, and recovers', async () => {
    const cache = await open();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(cache.put('a', content())).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(cache.has('a')).toBe(false);
    await rm(folder);
    await mkdir(folder);
    await cache.put('a', content());
    expect(await files()).toEqual(['a']);
  });

  it('rejects a file whose path is a folder, and does not count it', async () => {
    const cache = await open();
    await mkdir(join(folder, 'a'));
    await expect(cache.put('a', content())).rejects.toThrow();
    expect(cache.has('a')).toBe(false);
    expect(await files()).toEqual(['a']);
  });

  it('keeps its bound and whole files under concurrent use', async () => {
    const cache = await open(4);
    const names = Array.from({ length: 10 }, (_, index) => `n${index}`);
    const rounds = Array.from({ length: 200 }, async (_, round) => {
      const name = names[(round * 7) % names.length] ?? '';
      if (round % 5 === 0) await cache.drop(name);
      else await cache.put(name, content(100 + round));
    });
    await Promise.all(rounds);
    await cache.idle();
    const left = await files();
    expect(left.length).toBeLessThanOrEqual(4);
    expect(left).toEqual(names.filter((name) => cache.has(name)));
    for (const name of left) expect((await cache.read(name))?.length).toBeGreaterThanOrEqual(100);
  });

  it.each(['', '.', '..', '../a', 'a/b', 'A', 'a.tmp', 'aa'])('has no file named %j', async (name) => {
    const cache = await open();
    expect(cache.has(name)).toBe(false);
    expect(await cache.read(name)).toBeUndefined();
    expect(() => cache.pathOf(name)).toThrow('Not a name');
    expect(() => cache.record(name, 1)).toThrow('Not a name');
    await expect(cache.put(name, content())).rejects.toThrow('Not a name');
  });
});

describe('a reopened file cache', () => {
  it('knows its files and their order', async () => {
    const cache = await open();
    for (const [age, name] of ['c', 'a', 'b'].entries()) {
      await cache.put(name, content());
      await utimes(cache.pathOf(name), now, new Date(now.getTime() - (10 - age) * 1000));
    }
    const again = await open();
    await again.put('d', content());
    expect(await files()).toEqual(['a', 'b', 'd']);
    const small = await open(1);
    expect(await files()).toEqual(['d']);
    expect(await small.read('d')).toEqual(content());
  });

  it('saves a use in the modification time when the saved one is more than an hour old', async () => {
    const cache = await open(2);
    await cache.put('a', content());
    await cache.put('b', content());
    const written = (await stat(cache.pathOf('a'))).mtimeMs;
    cache.has('a');
    await cache.idle();
    expect((await stat(cache.pathOf('a'))).mtimeMs).toBe(written);
    now = new Date(now.getTime() + hourMs + 1);
    cache.has('a');
    await cache.idle();
    expect((await stat(cache.pathOf('a'))).mtime).toEqual(now);
    await open(1);
    expect(await files()).toEqual(['a']);
  });

  it('leaves files that are not its own', async () => {
    const cache = await open();
    await cache.put('a', content());
    await writeFile(join(folder, 'README'), content(10 * block));
    await mkdir(join(folder, 'm'));
    await symlink('README', join(folder, 's'));
    const again = await open(1);
    expect(await files()).toEqual(['README', 'a', 'm', 's']);
    expect(['a', 'm', 's'].filter((name) => again.has(name))).toEqual(['a']);
    expect((await lstat(join(folder, 's'))).isSymbolicLink()).toBe(true);
  });

  it('fails when its folder is not a folder', async () => {
    await writeFile(folder, 'in the way');
    await expect(open()).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
