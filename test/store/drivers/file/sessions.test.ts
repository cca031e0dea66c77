import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnFlush } from '../../../../src/files/flush.ts';
import { sessionLimits } from '../../../../src/model/session.ts';
import { FileSessions } from '../../../../src/store/drivers/file/sessions.ts';

const networkKey = randomBytes(32);
const start = Date.parse('2026-01-02T03:04:05.000Z');
const minuteMs = 60_000;
const _dayMs = 24 * 60 * minuteMs;
const { idleMs: idleLimitMs } = sessionLimits;

let dir: string;
let time: number;
let warnings: string[];
const file = () => join(dir, 'sessions.json');
const now = () => new Date(time);
const warn = (message: string) => warnings.push(message);
let flushes: Parameters<OnFlush>[0][];
const onFlush: OnFlush = (flush) => flushes.push(flush);
let opened: FileSessions[];
async function open(): Promise<FileSessions> {
  const store = await FileSessions.open(dir, { now, randomBytes, warn, onFlush, networkKey });
  opened.push(store);
  return store;
}
const kept = async (): Promise<{ hash: string; lastUsedAt: string }[]> =>
  JSON.parse(await readFile(file(), 'utf8')).sessions;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-sessions-'));
  time = start;
  warnings = [];
  flushes = [];
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  expect(warnings).toEqual([]);
  await rm(dir, { recursive: true, force: true });
});

/** Waits until the file has been written this many times. */
const written = (times: number) => vi.waitFor(() => expect(flushes).toHaveLength(times));

/** Makes a folder at the path of the file, so that the rename fails, for root as well. */
async function breakDisk(): Promise<void> {
  await rm(file(), { force: true });
  await mkdir(join(file(), 'in/the/way'), { recursive: true });
}
const mendDisk = () => rm(file(), { recursive: true });

describe('FileSessions', () => {
  it('writes no token to any file, and files that only their owner can read', async () => {
    const store = await open();
    const { token } = await store.create('acc_ann');
    void store.find(token);
    await store.close();
    expect(await readdir(dir)).toEqual(['sessions.json']);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const text = await readFile(file(), 'utf8');
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('removes sessions that have ended when it is opened and when it writes', async () => {
    const store = await open();
    const old = await store.create('acc_ann');
    time += idleLimitMs / 2;
    const used = await store.create('acc_ann');
    time = start + idleLimitMs;
    const again = await open();
    expect(await again.find(old.token)).toBeUndefined();
    expect(await again.find(used.token)).toBeDefined();
    await again.close();
    expect(await kept()).toHaveLength(1);
    time += idleLimitMs;
    await again.create('acc_bob');
    expect(await kept()).toHaveLength(1);
  });

  it('writes the last use of a session at most once a minute, without waiting for another change', async () => {
    const store = await open();
    const ann = await store.create('acc_ann');
    const bob = await store.create('acc_bob');
    flushes = [];
    for (let second = 0; second <= 60; second++) {
      time = start + second * 1000;
      void store.find(ann.token);
    }
    time = start + minuteMs + 1;
    for (let i = 0; i < 100; i++) void store.find(ann.token);
    void store.find(bob.token);
    await written(1);
    expect((await kept()).map((session) => session.lastUsedAt)).toEqual(Array(2).fill(now().toISOString()));
    for (let i = 0; i < 100; i++) void store.find(ann.token);
    // Closing writes once more.
    await store.close();
    expect(flushes).toHaveLength(2);
  });

  it('writes a last use with the next change, and one during a write with the change after it', async () => {
    const store = await open();
    const { token } = await store.create('acc_ann');
    time = start + 10;
    void store.find(token);
    const change = store.create('acc_bob');
    await turn();
    time = start + 20;
    void store.find(token);
    await change;
    expect((await kept())[0]?.lastUsedAt).toBe(new Date(start + 10).toISOString());
    await store.close();
    expect((await kept())[0]?.lastUsedAt).toBe(new Date(start + 20).toISOString());
  });

  it('writes 25 sessions that are created at once together, and keeps the last twenty', async () => {
    const store = await open();
    flushes = [];
    const made = await Promise.all(Array.from({ length: 25 }, () => store.create('acc_ann')));
    expect(flushes).toHaveLength(1);
    expect(new Set(made.map(({ token }) => token)).size).toBe(25);
    for (const known of [store, await open()]) {
      const found = await Promise.all(made.map(({ token }) => known.find(token)));
      expect(found.map((session) => session !== undefined)).toEqual([
        ...Array<boolean>(5).fill(false),
        ...Array<boolean>(20).fill(true),
      ]);
    }
  });

  it('does not write to end a session that does not exist', async () => {
    const store = await open();
    const { token } = await store.create('acc_ann');
    flushes = [];
    await store.end('no token');
    await store.end(randomBytes(32).toString('base64url'));
    await store.close();
    expect(flushes).toEqual([]);
    expect(await store.find(token)).toBeDefined();
  });

  it('rejects changes when the disk cannot be written, keeps its sessions, and recovers', async () => {
    const store = await open();
    const { token } = await store.create('acc_ann');
    await breakDisk();
    const failure = { code: 'storeUnavailable', status: 503, retryAfter: 30, cause: expect.any(Error) };
    await expect(store.create('acc_bob')).rejects.toMatchObject(failure);
    await expect(store.end(token)).rejects.toMatchObject(failure);
    await expect(store.endAll('acc_ann')).rejects.toMatchObject(failure);
    await expect(store.endOthers('acc_ann', '')).rejects.toMatchObject(failure);
    flushes = [];
    time += 2 * minuteMs;
    // Its last use is not saved in this case, which rejects no request and is logged.
    expect(await store.find(token)).toBeDefined();
    await written(1);
    expect(flushes).toMatchObject([{ store: 'sessions', error: expect.any(Error) }]);
    expect(await readdir(dir)).toEqual(['sessions.json']);
    await mendDisk();
    await store.end(token);
    const bob = await store.create('acc_bob');
    const again = await open();
    expect(await again.find(token)).toBeUndefined();
    expect(await again.find(bob.token)).toBeDefined();
  });

  it('closes with a warning when the last uses cannot be written', async () => {
    const store = await open();
    const { token } = await store.create('acc_ann');
    void store.find(token);
    await breakDisk();
    await store.close();
    expect(warnings.splice(0)).toEqual([expect.stringContaining('could not be saved')]);
    await mendDisk();
  });

  it('opens without a file, and writes none before the first session', async () => {
    const store = await open();
    expect(await store.find(randomBytes(32).toString('base64url'))).toBeUndefined();
    await store.close();
    expect(await readdir(dir)).toEqual([]);
  });

  describe('renames sessions.json, with a warning, when it', () => {
    const session = {
      hash: 'a'.repeat(64),
      accountId: 'acc_ann',
      createdAt: '2026-01-01T00:00:00.000Z',
      lastUsedAt: '2026-01-01T00:00:00.000Z',
    };
    const withSession = (change: object) => ({ schemaVersion: 1, sessions: [{ ...session, ...change }] });

    it.each([
      ['is empty', '', 'it is empty'],
      ['is blank', ' \n', 'it is empty'],
      ['is null', 'null', 'is damaged'],
      ['is 0', '0', 'is damaged'],
      ['is ""', '""', 'is damaged'],
      ['is a list', '[]', 'is damaged'],
      ['is {}', '{}', 'schemaVersion'],
      ['is cut off', JSON.stringify(withSession({})).slice(0, -10), 'it is not valid JSON'],
      ['has bytes of zero', '\0'.repeat(100), 'it is not valid JSON'],
      ['is of a later version', '{"schemaVersion": 2, "sessions": []}', 'schemaVersion must be 1'],
      ['lacks sessions', '{"schemaVersion": 1}', 'sessions is missing'],
      [
        'has more fields',
        JSON.stringify(withSession({ token: 'x' })),
        'sessions.0.token is missing, unknown',
      ],
      ['has a short hash', JSON.stringify(withSession({ hash: 'ab' })), 'sessions.0.hash must be 64'],
      ['has no account', JSON.stringify(withSession({ accountId: '' })), 'sessions.0.accountId must not'],
      ['has no moment', JSON.stringify(withSession({ lastUsedAt: 'now' })), 'sessions.0.lastUsedAt must'],
      [
        'has a moment that there is not',
        JSON.stringify(withSession({ createdAt: '2026-01-01T24:59:59.000Z' })),
        'sessions.0.createdAt must',
      ],
      [
        'has one hash twice',
        JSON.stringify({ schemaVersion: 1, sessions: [session, session] }),
        'two sessions have the same hash',
      ],
    ])('%s', async (_, content, problem) => {
      await writeFile(file(), content, { mode: 0o600 });
      const store = await open();
      const [warning, ...more] = warnings.splice(0);
      expect(warning).toContain(problem);
      expect(warning).toContain(`renamed to ${file()}.damaged`);
      expect(more).toEqual([]);
      expect(await readFile(`${file()}.damaged`, 'utf8')).toBe(content);
      const { token } = await store.create('acc_ann');
      expect(await (await open()).find(token)).toBeDefined();
      expect(await readFile(`${file()}.damaged`, 'utf8')).toBe(content);
    });

    it('keeps each damaged file that it puts aside', async () => {
      const contents = ['first', 'second', 'third'];
      for (const content of contents) {
        await writeFile(file(), content);
        await open();
      }
      expect(warnings.splice(0)).toHaveLength(3);
      const names = ['.damaged', '.damaged-2', '.damaged-3'];
      expect(await Promise.all(names.map((name) => readFile(file() + name, 'utf8')))).toEqual(contents);
    });

    it.each([
      ['EISDIR', () => mkdir(file())],
      ['ELOOP', () => symlink(file(), file())],
    ])('cannot be read (%s): it does not open, and changes nothing', async (code, make) => {
      await make();
      await expect(open()).rejects.toThrow(`${file()}: cannot be read (${code})`);
      expect(await readdir(dir)).toEqual(['sessions.json']);
    });
  });
});
