import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTemporaries, writeDurably } from '../../src/files/durable-file.ts';

let dir: string;
let path: string;
const backup = () => `${path}.bak`;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-file-'));
  path = join(dir, 'file');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('a durable file', () => {
  it('is written whole, readable only by its owner, with the previous version as its backup', async () => {
    await writeDurably(path, 'one', { backup: backup() });
    expect(await readdir(dir)).toEqual(['file']);
    await writeDurably(path, 'two', { backup: backup() });
    await writeDurably(path, Buffer.from('three'), { backup: backup() });
    expect(await readFile(path, 'utf8')).toBe('three');
    expect(await readFile(backup(), 'utf8')).toBe('two');
    expect((await readdir(dir)).sort()).toEqual(['file', 'file.bak']);
    for (const name of [path, backup()]) expect((await stat(name)).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing behind when an earlier write stopped after its backup', async () => {
    await writeFile(path, 'one');
    await link(path, backup());
    await writeDurably(path, 'two', { backup: backup() });
    expect((await readdir(dir)).sort()).toEqual(['file', 'file.bak']);
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readFile(backup(), 'utf8')).toBe('one');
  });

  it('is unchanged when it cannot be replaced, and leaves no temporary file', async () => {
    await mkdir(join(path, 'in/the/way'), { recursive: true });
    await expect(writeDurably(path, 'new')).rejects.toThrow();
    expect(await readdir(dir)).toEqual(['file']);
  });
});

describe('removeTemporaries', () => {
  it('removes the temporary files that a crash has left, and no others', async () => {
    const others = ['a.tmp', 'file.0123456789ab.tmp.txt', 'file.0123456789AB.tmp', '0123456789ab.tmp'];
    for (const name of [...others, 'file.0123456789ab.tmp', 'file.bak.ffffffffffff.tmp']) {
      await writeFile(join(dir, name), '');
    }
    await removeTemporaries(dir);
    expect((await readdir(dir)).sort()).toEqual(others.sort());
  });
});
