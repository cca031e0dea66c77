import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Library, type LibraryOptions, openLibrary } from '../../src/photos/library.ts';
import type { Download } from '../../src/photos/ports.ts';
import { FakeDownloader } from '../support/fake-downloader.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const block = 4096;
const address = 'https://pictures.example/a.png?token=s3cret';
const other = 'https://pictures.example/b.png';
const third = 'https://pictures.example/c.png';

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const picture = (content: string | Uint8Array, headers: Record<string, string> = {}): Download => ({
  kind: 'picture',
  bytes: Buffer.from(content),
  headers,
});
const failed = (problem: string): Download => ({ kind: 'failed', problem });
/** Resolves when everything that needs no disk, network or clock has happened. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

let folder: string;
let now: Date;
let downloader: FakeDownloader;
let opened: Library[];

const open = async (options: Partial<LibraryOptions> = {}) => {
  const library = await openLibrary({
    folder,
    maxBytes: 64 * 1024 * 1024,
    downloader,
    now: () => now,
    ...options,
  });
  opened.push(library);
  return library;
};
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const sourceOf = (content: string) => join(folder, 'sources', sha256(content));
const journal = () => join(folder, 'addresses.journal');
const files = async (below: string) => (await readdir(join(folder, below))).sort();
/** Returns the outcomes of a request that ends at once. */
const fetched = async (library: Library, ...addresses: string[]) => {
  const { outcomes, release } = await library.fetchAll(addresses);
  release();
  return addresses.map((each) => outcomes.get(each));
};

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tierpress-library-')), 'pictures');
  now = new Date('2026-01-02T03:04:05Z');
  downloader = new FakeDownloader();
  opened = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const library of opened) await library.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

describe('library', () => {
  it('downloads each address once and returns the digest that names its file', async () => {
    downloader.reply = ({ address: asked }) => picture(`content of ${asked}`);
    const library = await open();
    const held = await library.fetchAll([address, other, address]);
    expect([...held.outcomes]).toEqual([
      [address, { digest: sha256(`content of ${address}`) }],
      [other, { digest: sha256(`content of ${other}`) }],
    ]);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, undefined]);
    const path = library.sources.pathOf(sha256(`content of ${address}`));
    expect(path).toBe(sourceOf(`content of ${address}`));
    expect(await readFile(path, 'utf8')).toBe(`content of ${address}`);
    held.release();
    held.release();
  });

  it('downloads nothing for the second request, nor after a restart', async () => {
    downloader.reply = () => picture('a');
    const library = await open();
    const first = await fetched(library, address);
    expect(await fetched(library, address)).toEqual(first);
    await library.close();
    later(hourMs - 1);
    expect(await fetched(await open(), address)).toEqual(first);
    expect(downloader.calls.length).toBe(1);
  });

  it('reports for each address why there is no photo, and stores no failure', async () => {
    downloader.reply = ({ address: asked }) => (asked === other ? picture('b') : failed('404 from host'));
    const library = await open();
    expect(await fetched(library, address, other)).toEqual([
      { problem: '404 from host' },
      { digest: sha256('b') },
    ]);
    downloader.reply = () => picture('a');
    expect(await fetched(library, address, other)).toEqual([
      { digest: sha256('a') },
      { digest: sha256('b') },
    ]);
    expect(downloader.calls.map((call) => call.address)).toEqual([address, other, address]);
  });

  it('returns an empty result for an empty request', async () => {
    expect((await (await open()).fetchAll([])).outcomes.size).toBe(0);
  });

  it('writes no address anywhere, and files that only their owner can read', async () => {
    downloader.reply = () => picture('a', { etag: '"1"', 'cache-control': 'max-age=60' });
    const library = await open();
    await fetched(library, address);
    await library.close();
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const path of [folder, ...all.map((entry) => join(entry.parentPath, entry.name))]) {
      const found = await stat(path);
      expect(found.mode & 0o777).toBe(found.isDirectory() ? 0o700 : 0o600);
    }
    const written = all.filter((entry) => entry.isFile());
    expect(written.length).toBe(2);
    for (const entry of written) {
      const content = await readFile(join(entry.parentPath, entry.name), 'utf8');
      expect(`${entry.name} ${content}`).not.toMatch(/s3cret|example/);
    }
    expect(JSON.parse(await readFile(journal(), 'utf8'))).toEqual({
      version: 1,
      of: sha256(address),
      record: {
        digest: sha256('a'),
        bytes: 1,
        checkedAt: now.getTime(),
        freshUntil: now.getTime() + minuteMs,
        etag: '"1"',
      },
    });
  });

  it('limits the concurrent downloads of a request', async () => {
    const library = await open({ parallelPerRequest: 2 });
    const wanted = Array.from({ length: 6 }, (_, index) => `${other}?${index}`);
    const request = library.fetchAll(wanted);
    for (let index = 0; index < wanted.length; index++) {
      await downloader.asked(Math.min(index + 2, wanted.length));
      await turn();
      expect(downloader.calls.length).toBe(Math.min(index + 2, wanted.length));
      downloader.call(index).answer(picture(`${index}`));
    }
    const { outcomes, release } = await request;
    expect([...outcomes.keys()]).toEqual(wanted);
    release();
  });
});

describe('library, revalidating photos', () => {
  const validated = { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const validators = { etag: '"1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' };

  it('keeps an unchanged photo fresh for as long as before', async () => {
    downloader.reply = () => picture('a', { ...validated, 'cache-control': 'max-age=60' });
    const library = await open();
    const first = await fetched(library, address);
    downloader.reply = () => ({ kind: 'unchanged', headers: { etag: '"2"' } });
    later(minuteMs);
    expect(await fetched(library, address)).toEqual(first);
    expect(downloader.call(1).validators).toEqual(validators);
    later(minuteMs - 1);
    expect(await fetched(library, address)).toEqual(first);
    expect(downloader.calls.length).toBe(2);
    later(1);
    expect(await fetched(library, address)).toEqual(first);
    expect(downloader.call(2).validators).toEqual({ ...validators, etag: '"2"' });
  });

  it('stores the new photo when it has changed', async () => {
    downloader.reply = () => picture('a', { ...validated, 'cache-control': 'no-cache' });
    const library = await open();
    await fetched(library, address);
    downloader.reply = () => picture('b');
    expect(await fetched(library, address)).toEqual([{ digest: sha256('b') }]);
    expect(await fetched(library, address)).toEqual([{ digest: sha256('b') }]);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, validators]);
  });

  it('downloads a photo without validators again', async () => {
    downloader.reply = () => picture('a', { 'cache-control': 'max-age=0' });
    const library = await open();
    await fetched(library, address);
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, undefined]);
  });

  it('shows no stale photo when the host is down, and asks the host the next time', async () => {
    downloader.reply = () => picture('a', validated);
    const library = await open();
    await fetched(library, address);
    later(hourMs);
    downloader.reply = () => failed('no answer from host');
    expect(await fetched(library, address)).toEqual([{ problem: 'no answer from host' }]);
    downloader.reply = () => ({ kind: 'unchanged', headers: {} });
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    expect(downloader.call(2).validators).toEqual(validators);
  });

  it('rejects a 304 to a request without validators', async () => {
    downloader.reply = () => ({ kind: 'unchanged', headers: {} });
    expect(await fetched(await open(), address)).toEqual([{ problem: '304 from host' }]);
  });

  it('downloads a photo that was found damaged while the host was asked', async () => {
    downloader.reply = () => picture('a', { ...validated, 'cache-control': 'no-cache' });
    const library = await open();
    await fetched(library, address);
    downloader.reply = () => undefined;
    const request = fetched(library, address);
    await downloader.asked(2);
    await writeFile(sourceOf('a'), 'x');
    await library.drop(sha256('a'));
    downloader.reply = () => picture('a');
    downloader.call(1).answer({ kind: 'unchanged', headers: {} });
    expect(await request).toEqual([{ digest: sha256('a') }]);
    expect(await readFile(sourceOf('a'), 'utf8')).toBe('a');
  });

  it('holds a photo that must not be stored for the request only', async () => {
    downloader.reply = () => picture('a', { ...validated, 'cache-control': 'no-store' });
    const library = await open();
    const held = await library.fetchAll([address]);
    expect(await readFile(sourceOf('a'), 'utf8')).toBe('a');
    const second = await library.fetchAll([address]);
    held.release();
    await library.sources.idle();
    expect(await readFile(sourceOf('a'), 'utf8')).toBe('a');
    second.release();
    await library.close();
    expect(await files('sources')).toEqual([]);
    expect(await readFile(journal(), 'utf8')).not.toContain(sha256('a'));
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, undefined]);
  });

  it('stores a photo if another address with the same content allows it', async () => {
    downloader.reply = (call) => picture('a', call.address === other ? { 'cache-control': 'no-store' } : {});
    const library = await open();
    await fetched(library, other, address);
    await fetched(library, other);
    await library.sources.idle();
    await fetched(library, address);
    expect(downloader.calls.map((call) => call.address).filter((asked) => asked === address)).toHaveLength(1);
  });

  it('forgets a photo when its host forbids further storage', async () => {
    downloader.reply = () => picture('a', { ...validated, 'cache-control': 'no-cache' });
    const library = await open();
    await fetched(library, address);
    downloader.reply = () => ({ kind: 'unchanged', headers: { 'cache-control': 'no-store' } });
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    await library.close();
    expect(await files('sources')).toEqual([]);
    downloader.reply = () => picture('b');
    await fetched(await open(), address);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, validators, undefined]);
  });
});

describe('library, with concurrent requests', () => {
  it('downloads an address once for all concurrent requests', async () => {
    const library = await open();
    const requests = [
      library.fetchAll([address]),
      library.fetchAll([other, address]),
      library.fetchAll([address]),
    ];
    await downloader.asked(2);
    await turn();
    for (const call of downloader.calls) call.answer(picture(call.address));
    for (const { outcomes, release } of await Promise.all(requests)) {
      expect(outcomes.get(address)).toEqual({ digest: sha256(address) });
      release();
    }
    expect(downloader.calls.map((call) => call.address).sort()).toEqual([address, other]);
  });

  it('continues a download when one caller leaves, and aborts it when all have left', async () => {
    const library = await open();
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
    const first = library.fetchAll([address, other], one.signal);
    const second = library.fetchAll([address], two.signal);
    await downloader.asked(2);
    one.abort(new Error('the caller has hung up'));
    await expect(first).rejects.toThrow('the caller has hung up');
    const abortedOf = (of: string) => downloader.calls.find((call) => call.address === of)?.aborted;
    expect([abortedOf(address), abortedOf(other)]).toEqual([false, true]);

    const last = library.fetchAll([address], three.signal);
    await turn();
    two.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(abortedOf(address)).toBe(false);
    downloader.calls.find((call) => call.address === address)?.answer(picture('a'));
    expect((await last).outcomes.get(address)).toEqual({ digest: sha256('a') });
    expect(downloader.calls.length).toBe(2);
  });

  it('starts a new download for a caller who arrives after all others have left', async () => {
    const library = await open();
    const caller = new AbortController();
    const first = library.fetchAll([address], caller.signal);
    await downloader.asked(1);
    caller.abort();
    await expect(first).rejects.toThrow();
    const second = library.fetchAll([address]);
    await downloader.asked(2);
    downloader.call(1).answer(picture('a'));
    expect((await second).outcomes.get(address)).toEqual({ digest: sha256('a') });
  });

  it('does nothing for a caller that has already left', async () => {
    await expect((await open()).fetchAll([address], AbortSignal.abort())).rejects.toThrow();
    expect(downloader.calls).toEqual([]);
  });

  it('answers after 20 s with the photos it has', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const library = await open({ parallelPerRequest: 2 });
    downloader.reply = (call) => (call.address === address ? picture('a') : undefined);
    const wanted = [address, other, third, `${third}?waits`];
    const request = library.fetchAll(wanted);
    await downloader.asked(3);
    vi.advanceTimersByTime(19_999);
    await turn();
    expect(downloader.calls.map((call) => call.aborted)).toEqual([false, false, false]);
    vi.advanceTimersByTime(1);
    const { outcomes, release } = await request;
    const late = { problem: 'took longer than 20 s in all' };
    expect(wanted.map((each) => outcomes.get(each))).toEqual([{ digest: sha256('a') }, late, late, late]);
    expect(downloader.calls.map((call) => [call.address, call.aborted])).toEqual([
      [address, false],
      [other, true],
      [third, true],
    ]);
    release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails no other request at the deadline of one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const library = await open({ deadlineMs: 500 });
    const first = library.fetchAll([address]);
    await downloader.asked(1);
    vi.advanceTimersByTime(499);
    const second = library.fetchAll([address]);
    await turn();
    vi.advanceTimersByTime(1);
    expect(await first).toMatchObject({
      outcomes: new Map([[address, { problem: 'took longer than 0.5 s in all' }]]),
    });
    expect(downloader.call(0).aborted).toBe(false);
    downloader.call(0).answer(picture('a'));
    expect((await second).outcomes.get(address)).toEqual({ digest: sha256('a') });
    expect(downloader.calls.length).toBe(1);
  });

  it('aborts downloads when it is closed', async () => {
    const library = await open();
    const request = library.fetchAll([address]);
    await downloader.asked(1);
    await library.close();
    expect(downloader.call(0).aborted).toBe(true);
    expect((await request).outcomes.get(address)).toEqual({ problem: 'called off' });
  });
});

describe('library, within its bound', () => {
  const large = (letter: string) => letter.repeat(block + 1);

  it('removes the least recently used photo, and none that is held', async () => {
    // 11 of 16 parts are for sources: 5 blocks, two large photos and a small one.
    const library = await open({ maxBytes: 8 * block });
    downloader.reply = ({ address: asked }) => picture(large(asked.slice(-1)));
    const named = (letters: string) => [...letters].map((letter) => `${other}?${letter}`);
    const kept = async () => {
      await library.sources.idle();
      const there = await files('sources');
      return [...'abcdefg'].filter((letter) => there.includes(sha256(large(letter)))).join('');
    };
    const held = await library.fetchAll(named('abcd'));
    expect(await kept()).toBe('abcd');
    const more = await library.fetchAll(named('e'));
    expect(await kept()).toBe('abcde');
    held.release();
    expect(await kept()).toBe('de');
    await fetched(library, ...named('f'));
    expect(await kept()).toBe('ef');
    more.release();
    await fetched(library, ...named('g'));
    expect(await kept()).toBe('fg');
  });

  it('holds a photo larger than the bound for the request', async () => {
    const library = await open({ maxBytes: block });
    downloader.reply = () => picture(large('a'));
    const { outcomes, release } = await library.fetchAll([address]);
    expect(outcomes.get(address)).toEqual({ digest: sha256(large('a')) });
    expect(await readFile(sourceOf(large('a')), 'utf8')).toBe(large('a'));
    release();
    await library.sources.idle();
    expect(await files('sources')).toEqual([]);
    expect(await fetched(library, address)).toEqual([{ digest: sha256(large('a')) }]);
    expect(downloader.calls.length).toBe(2);
  });

  it('gives tiles a quarter of the bound', async () => {
    const library = await open({ maxBytes: 8 * block });
    const tiles = [10, 20, 30].map((width) => `${sha256('a')}-${width}x140`);
    for (const name of tiles) {
      await writeFile(library.tiles.pathOf(name), 'tile');
      library.tiles.record(name, 4);
    }
    await library.tiles.idle();
    expect(tiles.map((name) => library.tiles.has(name))).toEqual([false, true, true]);
    expect(await files('tiles')).toEqual(tiles.slice(1));
    expect(() => library.tiles.record('../../keys.json', 4)).toThrow();
  });
});

describe('library, with damaged files', () => {
  const record = { digest: sha256('a'), bytes: 1, checkedAt: 0, freshUntil: 9e15 };
  const line = (change: object = {}, changed: object = {}) =>
    JSON.stringify({
      version: 1,
      of: sha256(address),
      record: { ...record, checkedAt: now.getTime(), ...changed },
      ...change,
    });
  const known = (changed: object) => () => line({}, changed);
  /** Fetches with a library that is closed afterwards, because files on the disk are read at the next start. */
  const fetchedBefore = async () => {
    const library = await open();
    await fetched(library, address);
    await library.close();
  };
  it.each<[string, () => string | Uint8Array]>([
    ['empty', () => ''],
    ['null', () => 'null'],
    ['a number', () => '0'],
    ['a list', () => '[]'],
    ['another object', () => '{}'],
    ['truncated', () => line().slice(0, -10)],
    ['zeros, as after a power cut', () => Buffer.alloc(200)],
    ['no UTF-8', () => Buffer.alloc(200, 0xff)],
    ['a newer version', () => line({ version: 2 })],
    ['with something unknown', () => line({ more: 1 })],
    ['with something unknown inside', known({ more: 1 })],
    ['of another address', () => line({ of: sha256(other) })],
    ['of an address in clear', () => line({ of: address })],
    ['a digest that leads elsewhere', known({ digest: `../tiles/${sha256(address)}` })],
    ['a digest that is longer', known({ digest: `${sha256('a')}0` })],
    ['an invalid digest', known({ digest: 1 })],
    ['a digest without a file', known({ digest: sha256('gone') })],
    ['another length', known({ bytes: 2 })],
    ['no length', known({ bytes: undefined })],
    ['an invalid length', known({ bytes: -1 })],
    ['a length that is a text', known({ bytes: '1' })],
    ['an invalid time', known({ checkedAt: null })],
    ['an infinite time', () => line().replace('9000000000000000', '1e400')],
    ['a time in the future', known({ checkedAt: 8e15 })],
    ['asked too long ago', known({ checkedAt: 0 })],
    ['a header of two lines', known({ etag: '"a"\r\nhost: b' })],
    ['an empty header', known({ lastModified: '' })],
    ['taken back by a later one', () => `${line()}\n${line({ record: undefined })}`],
  ])('downloads the photo again when its record is damaged: %s', async (_, content) => {
    downloader.reply = () => picture('a');
    await fetchedBefore();
    await writeFile(journal(), content());
    const library = await open();
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, undefined]);
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    expect(downloader.calls.length).toBe(2);
  });

  it.each([
    ['the one that the damaged records derive from', () => line()],
    ['a record among damaged ones', () => `null\n${line()}\n${line({ version: 2 })}\n{"vers`],
    ['the last of several', () => `${line({}, { bytes: 2 })}\n${line()}\n`],
  ])('downloads nothing with a valid record: %s', async (_, content) => {
    downloader.reply = () => picture('a');
    await fetchedBefore();
    await writeFile(journal(), content());
    await fetched(await open(), address);
    expect(downloader.calls.length).toBe(1);
  });

  it('keeps records written after a truncated line', async () => {
    downloader.reply = () => picture('a');
    await fetchedBefore();
    await writeFile(journal(), `${await readFile(journal(), 'utf8')}{"vers`);
    const library = await open();
    await fetched(library, other);
    await library.close();
    await fetched(await open(), address, other);
    expect(downloader.calls.map((call) => call.address)).toEqual([address, other]);
  });

  it('does not open while the address file cannot be read', async () => {
    downloader.reply = () => picture('a');
    await fetchedBefore();
    await rm(journal());
    await mkdir(journal());
    await expect(open()).rejects.toThrow('addresses.journal: cannot be read (EISDIR)');
  });

  it.each([
    ['shorter', (path: string) => writeFile(path, '')],
    ['longer', (path: string) => writeFile(path, 'aa')],
    ['gone', (path: string) => rm(path)],
  ])('downloads a photo again whose file is %s', async (_, damage) => {
    downloader.reply = () => picture('a', { etag: '"1"' });
    const library = await open();
    await fetched(library, address);
    await damage(sourceOf('a'));
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
    expect(downloader.call(1).validators).toBeUndefined();
    expect(await readFile(sourceOf('a'), 'utf8')).toBe('a');
  });

  it('downloads a photo again that a renderer found damaged, and keeps an intact one', async () => {
    downloader.reply = () => picture('a', { etag: '"1"' });
    const library = await open();
    await fetched(library, address);
    await library.drop(sha256('a'));
    await library.drop(sha256('nothing'));
    await library.drop('../keys.json');
    await fetched(library, address);
    expect(downloader.calls.length).toBe(1);
    await writeFile(sourceOf('a'), 'b');
    await library.drop(sha256('a'));
    expect(await files('sources')).toEqual([]);
    await fetched(library, address);
    expect(downloader.calls.map((call) => call.validators)).toEqual([undefined, undefined]);
  });

  it('rejects when it cannot write a photo, and recovers', async () => {
    downloader.reply = (call) => (call.address === third ? undefined : picture(call.address));
    const library = await open();
    const there = join(folder, 'sources');
    await rm(there, { recursive: true });
    await writeFile(there, 'in the way');
    const requests = [library.fetchAll([address, third]), library.fetchAll([address])];
    for (const request of requests) await expect(request).rejects.toMatchObject({ code: 'ENOTDIR' });
    // The caller of the other photo has left.
    const waiting = downloader.calls.filter((call) => call.address === third);
    expect(waiting.map((call) => call.aborted)).toEqual([true]);
    await rm(there);
    expect(await fetched(library, address)).toEqual([{ digest: sha256(address) }]);
    const asked = downloader.calls.length;
    expect(await fetched(library, address)).toEqual([{ digest: sha256(address) }]);
    expect(downloader.calls.length).toBe(asked);
  });

  it('rejects when it cannot remove an obstacle in its folder', async () => {
    downloader.reply = () => picture('a');
    const library = await open();
    await fetched(library, address);
    await rm(sourceOf('a'));
    await mkdir(sourceOf('a'));
    await expect(library.fetchAll([address])).rejects.toThrow();
    await rm(sourceOf('a'), { recursive: true });
    expect(await fetched(library, address)).toEqual([{ digest: sha256('a') }]);
  });

  it('does not open when its folder cannot be created', async () => {
    await writeFile(folder, 'in the way');
    await expect(open()).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
