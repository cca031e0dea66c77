import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RenderRecord } from '../../../../src/render/ports.ts';
import {
  FileRenderIndex,
  type FileRenderIndexOptions,
} from '../../../../src/store/drivers/file/render-index.ts';

const hourMs = 60 * 60 * 1000;
const start = Date.parse('2026-01-02T03:04:05.678Z');
const fingerprint = (letter: string) => letter.repeat(43);

let dir: string;
let time: number;
let images: Set<string>;
let opened: FileRenderIndex[];
const warn = vi.fn();
const path = () => join(dir, 'renders.journal');

async function open(options: Partial<FileRenderIndexOptions> = {}): Promise<FileRenderIndex> {
  const records = await FileRenderIndex.open(dir, {
    now: () => new Date(time),
    windowMs: 24 * hourMs,
    hasImage: (name) => images.has(name),
    warn,
    ...options,
  });
  opened.push(records);
  return records;
}

async function reopened(
  records: FileRenderIndex,
  options: Partial<FileRenderIndexOptions> = {},
): Promise<FileRenderIndex> {
  await records.close();
  opened = opened.filter((one) => one !== records);
  return open(options);
}

/** An image made at the current time, which lasts a week. */
function photoOf(renderId: string, more: Partial<RenderRecord> = {}): RenderRecord {
  images.add(`${renderId}.webp`);
  return {
    renderId,
    format: 'webp',
    createdAt: new Date(time),
    expiresAt: new Date(time + 7 * 24 * hourMs),
    width: 1080,
    height: 1440,
    warnings: [],
    ...more,
  };
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-renders-'));
  time = start;
  images = new Set();
  opened = [];
});
afterEach(async () => {
  for (const records of opened) await records.close();
  await rm(dir, { recursive: true, force: true });
});

describe('render records', () => {
  it('find no expired image, although its window is longer', async () => {
    const records = await open({ windowMs: 30 * 24 * hourMs });
    await records.remember(fingerprint('a'), photoOf('one'));
    time = start + 7 * 24 * hourMs - 1;
    expect(records.find(fingerprint('a'))).toBeDefined();
    time += 1;
    expect(records.find(fingerprint('a'))).toBeUndefined();
  });

  it('find no image whose file is missing', async () => {
    const records = await open();
    await records.remember(fingerprint('a'), photoOf('one'));
    await records.remember(fingerprint('b'), photoOf('two'));
    images.delete('one.webp');
    expect(records.find(fingerprint('a'))).toBeUndefined();
    images.delete('two.webp');
    expect((await reopened(records)).find(fingerprint('b'))).toBeUndefined();
  });

  it('find no image from the future after the clock was set back', async () => {
    const records = await open();
    await records.remember(fingerprint('a'), photoOf('one'));
    await records.remember(fingerprint('b'), photoOf('two'));
    time = start - 1;
    expect(records.find(fingerprint('a'))).toBeUndefined();
    expect((await reopened(records)).find(fingerprint('b'))).toBeUndefined();
  });

  it('find nothing with a window of 0, but what is kept for callers that accept any age', async () => {
    const kept = await open();
    await kept.remember(fingerprint('a'), photoOf('one'));
    const none = await reopened(kept, { windowMs: 0 });
    expect(none.find(fingerprint('a'))).toBeUndefined();
    await none.remember(fingerprint('b'), photoOf('two'));
    expect(none.find(fingerprint('b'))).toBeUndefined();
    const again = await reopened(none, { windowMs: 0 });
    expect(['a', 'b'].map((letter) => again.findKept(fingerprint(letter))?.renderId)).toEqual(['one', 'two']);
  });

  it('are rewritten without records that can never be found again', async () => {
    const records = await open();
    await records.remember(fingerprint('a'), photoOf('one'));
    await records.close();
    opened = [];
    const line = await readFile(path(), 'utf8');
    await appendFile(path(), line.repeat(Math.ceil((1024 * 1024) / line.length)));
    time += 25 * hourMs;
    const full = await open();
    const latest = photoOf('two');
    await full.remember(fingerprint('b'), latest);
    const again = await reopened(full);
    expect((await stat(path())).size).toBeLessThan(1000);
    expect(again.find(fingerprint('b'))).toEqual(latest);
  });

  it.each([
    ['a fingerprint that is none', { f: 'short' }],
    ['a format that is none', { format: 'gif' }],
    ['a moment beyond all moments', { created: 1e300 }],
    ['no size', { width: undefined }],
    ['warnings that are none', { warnings: 'none' }],
  ])('skip %s', async (_, change) => {
    const records = await open();
    const picture = photoOf('one');
    await records.remember(fingerprint('a'), picture);
    await records.close();
    opened = [];
    const line = await readFile(path(), 'utf8');
    await writeFile(path(), `${JSON.stringify({ ...JSON.parse(line), ...change })}\n${line}`);
    warn.mockClear();
    const again = await open();
    expect(warn).toHaveBeenCalledExactlyOnceWith('renders.journal: one damaged line was passed over');
    expect(again.find(fingerprint('a'))).toEqual(picture);
  });

  it('find nothing at an invalid date', async () => {
    const records = await open();
    await records.remember(fingerprint('a'), photoOf('one'));
    await records.close();
    opened = [];
    const record = JSON.parse(await readFile(path(), 'utf8'));
    await writeFile(path(), `${JSON.stringify({ ...record, created: Number.MAX_SAFE_INTEGER })}\n`);
    expect((await open()).find(fingerprint('a'))).toBeUndefined();
  });
});
