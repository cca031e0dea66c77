import { EventEmitter, once } from 'node:events';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnFlush } from '../../src/files/flush.ts';
import { Journal } from '../../src/files/journal.ts';
import { breakDisk, mendDisk } from '../support/failing-disk.ts';

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const { withFaults } = await import('../support/failing-disk.ts');
  return withFaults(await importOriginal());
});
vi.mock(import('node:fs'), async (importOriginal) => {
  const { withFileFaults } = await import('../support/failing-disk.ts');
  return withFileFaults(await importOriginal());
});

const recordSchema = v.object({ id: v.string(), value: v.union([v.number(), v.string()]) });
type Entry = v.InferOutput<typeof recordSchema>;

/** A journal with the state that it stores, as its users have one. */
interface Kept {
  readonly journal: Journal<Entry>;
  readonly state: Map<string, Entry['value']>;
  readonly problem: string | undefined;
  set(id: string, value: Entry['value']): void;
}

let dir: string;
let path: string;
let opened: Journal<Entry>[];
const flushes = new EventEmitter();
const onFlush: OnFlush = (flush) => flushes.emit('flush', flush);
/** Resolves after the next write, successful or failed. */
const nextFlush = async (): Promise<Parameters<OnFlush>[0]> => (await once(flushes, 'flush'))[0];

async function open(gatherMs = 1): Promise<Kept> {
  const state = new Map<string, Entry['value']>();
  const { journal, problem } = await Journal.open<Entry>(
    {
      path,
      name: 'test',
      parse: (value) => (v.is(recordSchema, value) ? value : undefined),
      key: ({ id }) => id,
      snapshot: () => [...state].map(([id, value]) => ({ id, value })),
      onFlush,
      gatherMs,
    },
    ({ id, value }) => state.set(id, value),
  );
  opened.push(journal);
  return {
    journal,
    state,
    problem,
    set(id, value) {
      state.set(id, value);
      journal.add({ id, value });
    },
  };
}

/** Returns the records that are read after a crash at this moment. */
async function reread(): Promise<Record<string, unknown>> {
  return Object.fromEntries((await open()).state);
}

const lines = async () => (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-journal-'));
  path = join(dir, 'test.journal');
  opened = [];
});
afterEach(async () => {
  mendDisk();
  for (const journal of opened) await journal.close().catch(() => undefined);
  await rm(dir, { recursive: true, force: true });
});

describe('a journal', () => {
  it('writes the last value of each record of 100 ms with one write', async () => {
    const { journal } = await Journal.open<Entry>(
      { path, name: 'test', parse: () => undefined, key: ({ id }) => id, snapshot: () => [], onFlush },
      () => undefined,
    );
    opened.push(journal);
    const start = performance.now();
    const written = nextFlush();
    for (let value = 1; value <= 1000; value++) journal.add({ id: `r${value % 2}`, value });
    expect(await written).toEqual({ store: 'test', ms: expect.any(Number) });
    // Timers may be a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(98);
    expect(performance.now() - start).toBeLessThan(900);
    expect(await readFile(path, 'utf8')).toBe('{"id":"r1","value":999}\n{"id":"r0","value":1000}\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(journal.bytes).toBe((await stat(path)).size);
  });

  it('reads the last value of each record, even if it was not closed', async () => {
    const kept = await open();
    for (const value of [1, 2, 3]) {
      const written = nextFlush();
      kept.set('a', value);
      kept.set(`b${value}`, value);
      await written;
    }
    expect(await lines()).toHaveLength(6);
    expect(await reread()).toEqual({ a: 3, b1: 1, b2: 2, b3: 3 });
  });

  it('says when a record has been written', async () => {
    const { journal, state } = await open();
    state.set('a', 1);
    await Promise.all([journal.write({ id: 'b', value: 2 }), journal.write({ id: 'a', value: 1 })]);
    expect(await reread()).toEqual({ a: 1, b: 2 });
  });

  it('says that a record could not be written, and writes it later', async () => {
    const { journal } = await open();
    breakDisk({ code: 'EIO', path: /test\.journal/ });
    await expect(journal.write({ id: 'a', value: 1 })).rejects.toThrow();
    mendDisk();
    await journal.close();
    expect(await reread()).toEqual({ a: 1 });
  });

  it('loses only the record that a crash has truncated, at any byte', async () => {
    const whole = '{"id":"a","value":1}\n{"id":"ä","value":"née 💥"}\n{"id":"a","value":3}\n';
    const bytes = Buffer.from(whole);
    for (let length = 0; length <= bytes.length; length++) {
      await writeFile(path, bytes.subarray(0, length));
      const complete = bytes.subarray(0, length).toString().split('\n').slice(0, -1);
      const last = bytes.subarray(bytes.lastIndexOf(10, length - 1) + 1, length).toString();
      const readable = [...complete, ...(last.endsWith('}') ? [last] : [])].map((line) => JSON.parse(line));
      const expected = Object.fromEntries(readable.map(({ id, value }) => [id, value]));
      const kept = await open();
      expect(Object.fromEntries(kept.state), `cut off at ${length}`).toEqual(expected);
      kept.set('next', length);
      await kept.journal.close();
      expect(await reread(), `cut off at ${length}`).toEqual({ ...expected, next: length });
    }
  });

  it('skips invalid lines anywhere, and reports their number', async () => {
    const nonsense = [
      'nonsense',
      '{"id":"a"}',
      '{"id":5,"value":1}',
      'null',
      '[]',
      '0',
      '""',
      '{"id":"a","value":1',
      '{"id":"a","value":9}{"id":"a","value":9}',
      '\0\0\0\0',
      '\u{fffd}',
      ' ',
    ];
    for (const line of nonsense) {
      await writeFile(path, `${line}\n{"id":"a","value":1}\n${line}\n\n{"id":"b","value":2}\n`);
      const { state, problem } = await open();
      expect(Object.fromEntries(state), line).toEqual({ a: 1, b: 2 });
      expect(problem, line).toBe('2 damaged lines were passed over');
    }
    await writeFile(path, Buffer.from([0xff, 0xfe, 0x0a, 0x7b]));
    expect((await open()).problem).toBe('2 damaged lines were passed over');
    await writeFile(path, '{');
    expect((await open()).problem).toBe('one damaged line was passed over');
    await writeFile(path, '{"id":"b","value":2}\n');
    expect((await open()).problem).toBeUndefined();
  });

  it.each([
    ['EISDIR', () => mkdir(path)],
    ['ELOOP', () => symlink(path, path)],
  ])('does not open, and changes nothing, when its file cannot be read (%s)', async (code, make) => {
    await make();
    await expect(open()).rejects.toThrow(`${path}: cannot be read (${code})`);
    expect(await readdir(dir)).toEqual(['test.journal']);
  });

  it('writes the rest at once when it is closed', async () => {
    const kept = await open(3_600_000);
    kept.set('a', 1);
    kept.set('b', 2);
    await kept.journal.close();
    expect(await reread()).toEqual({ a: 1, b: 2 });
  });

  it('writes, when it is closed, the records that arrived during a write', async () => {
    const kept = await open();
    const closed = new Promise<void>((resolve) => {
      flushes.once('flush', () => {
        kept.set('b', 2);
        resolve(kept.journal.close());
      });
    });
    kept.set('a', 1);
    await closed;
    expect(await reread()).toEqual({ a: 1, b: 2 });
  });

  describe('that has grown', () => {
    const long = 'x'.repeat(400_000);

    it('is rewritten without outdated records, and continues', async () => {
      const kept = await open();
      for (let value = 0; (await stat(path)).size < 1024 * 1024; value++) {
        const written = nextFlush();
        kept.set('a', `${value}${long}`);
        await written;
      }
      const rewritten = nextFlush();
      kept.set('a', 'short');
      kept.set('b', 1);
      expect(await rewritten).toEqual({ store: 'test', ms: expect.any(Number) });
      expect(await lines()).toEqual(['{"id":"a","value":"short"}', '{"id":"b","value":1}']);
      const appended = nextFlush();
      kept.set('b', 2);
      await appended;
      expect(await lines()).toHaveLength(3);
      expect(kept.journal.bytes).toBe((await stat(path)).size);
      expect(await reread()).toEqual({ a: 'short', b: 2 });
      expect(await readdir(dir)).toEqual(['test.journal']);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    });

    it('is rewritten with the first write after a start, and not for every record afterwards', async () => {
      await writeFile(path, `{"id":"a","value":"${long}"}\n`.repeat(4));
      const kept = await open();
      const counts: number[] = [];
      for (let value = 0; value < 4; value++) {
        const written = nextFlush();
        kept.set('b', value);
        await written;
        counts.push((await lines()).length);
      }
      expect(counts).toEqual([2, 3, 4, 5]);
    });

    it('is appended to while a second file does not fit', async () => {
      await writeFile(path, `{"id":"a","value":"${long}"}\n`.repeat(4));
      const kept = await open();
      breakDisk({ code: 'ENOSPC', path: /\.tmp$/ });
      const tried = nextFlush();
      kept.set('b', 1);
      expect(await tried).toMatchObject({ error: { code: 'ENOSPC' } });
      expect(await nextFlush()).not.toHaveProperty('error');
      const appended = nextFlush();
      kept.set('b', 2);
      expect(await appended).not.toHaveProperty('error');
      expect(await lines()).toHaveLength(6);
      expect(await reread()).toEqual({ a: long, b: 2 });
      expect(await readdir(dir)).toEqual(['test.journal']);
    });

    it('continues in the new file when the rewrite fails after the rename', async () => {
      await writeFile(path, `{"id":"a","value":"${long}"}\n`.repeat(4));
      const kept = await open();
      // The state after a rewrite whose last step, the sync of the folder, fails.
      await rm(path);
      await writeFile(path, `{"id":"a","value":"${long}"}\n`);
      breakDisk({ code: 'ENOSPC', path: /\.tmp$/ });
      const tried = nextFlush();
      kept.set('b', 2);
      expect(await tried).toMatchObject({ error: { code: 'ENOSPC' } });
      await nextFlush();
      expect(await reread()).toEqual({ a: long, b: 2 });
    });
  });

  describe.each([
    ['a full disk', { code: 'ENOSPC', room: 0 }],
    ['a disk with room for half a line', { code: 'ENOSPC', room: 9 }],
    [
      'a disk that breaks in the middle of a line and does not let it be taken back',
      { code: 'EIO', room: 30, keepsLength: true },
    ],
  ] as const)('on %s', (_, fault) => {
    it('retries until the newest value of each record is written once', async () => {
      const kept = await open();
      const first = nextFlush();
      kept.set('a', 1);
      await first;
      breakDisk({ ...fault, path: /test\.journal$/ });
      const failed = nextFlush();
      kept.set('a', 2);
      kept.set('b', 2);
      expect(await failed).toMatchObject({ store: 'test', error: { code: fault.code } });
      kept.set('a', 3);
      mendDisk();
      expect(await nextFlush()).not.toHaveProperty('error');
      // The truncated line is left out: it holds nothing of value.
      const whole = (await lines()).filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
      expect(whole.filter(({ value }) => value === 1 || value === 3)).toEqual([
        { id: 'a', value: 1 },
        { id: 'a', value: 3 },
      ]);
      expect(await reread()).toEqual({ a: 3, b: 2 });
      kept.set('c', 4);
      await kept.journal.close();
      expect(await reread()).toEqual({ a: 3, b: 2, c: 4 });
    });

    it('reports unwritten records when it is closed', async () => {
      const kept = await open();
      breakDisk({ ...fault, path: /test\.journal$/ });
      kept.set('a', 1);
      await expect(kept.journal.close()).rejects.toMatchObject({ code: fault.code });
    });
  });

  it('starts on a full disk with a truncated line', async () => {
    await writeFile(path, '{"id":"a","value":1}\n{"id":"b","val');
    breakDisk({ code: 'ENOSPC', path: /test\.journal$/ });
    const kept = await open();
    expect(Object.fromEntries(kept.state)).toEqual({ a: 1 });
    mendDisk();
    kept.set('b', 2);
    await kept.journal.close();
    expect(await reread()).toEqual({ a: 1, b: 2 });
  });

  it('continues at the end of the file after another process has appended or truncated', async () => {
    const kept = await open();
    const first = nextFlush();
    kept.set('a', 1);
    await first;
    await appendFile(path, 'junk\n');
    const second = nextFlush();
    kept.set('b', 2);
    await second;
    expect(await reread()).toEqual({ a: 1, b: 2 });
    await truncate(path, 0);
    kept.set('c', 3);
    await kept.journal.close();
    expect(await reread()).toEqual({ c: 3 });
  });
});
