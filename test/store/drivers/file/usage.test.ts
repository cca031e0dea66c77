import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPlans } from '../../../../src/model/plan.ts';
import { visitorId } from '../../../../src/model/visitor.ts';
import type { Caller } from '../../../../src/render/ports.ts';
import { FileUsage } from '../../../../src/store/drivers/file/usage.ts';

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;
/** Twelve hours before the end of a day. */
const noon = Date.parse('2026-01-02T12:00:00.000Z');

const free: Caller = { accountId: 'acc_ann', keyId: 'key_1', plan: 'free' };
const other: Caller = { ...free, keyId: 'key_2' };
const bySession: Caller = { accountId: 'acc_ann', plan: 'free' };
const rich: Caller = { accountId: 'acc_bob', keyId: 'key_3', plan: 'enterprise' };

let dir: string;
let time: number;
let opened: FileUsage[];
const onRefused = vi.fn();
const warn = vi.fn();

async function open(): Promise<FileUsage> {
  const usage = await FileUsage.open(dir, {
    now: () => new Date(time),
    quotaOf: (plan) => defaultPlans[plan],
    onRefused,
    warn,
  });
  opened.push(usage);
  return usage;
}

async function reopened(usage: FileUsage): Promise<FileUsage> {
  await usage.close();
  opened = opened.filter((one) => one !== usage);
  return open();
}

const left = (usage: FileUsage, caller: Caller) =>
  Object.fromEntries(usage.quotaStatus(caller).map(({ window, remaining }) => [window, remaining]));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-usage-'));
  time = noon;
  opened = [];
  onRefused.mockClear();
  warn.mockClear();
});
afterEach(async () => {
  for (const usage of opened) await usage.close();
  await rm(dir, { recursive: true, force: true });
});

describe('usage', () => {
  it('of visitors is never written', async () => {
    const usage = await open();
    const guest: Caller = { accountId: visitorId('203.0.113.7'), plan: 'free' };
    usage.charge(guest);
    usage.charge(free);
    time += dayMs;
    usage.charge(guest);
    const again = await reopened(usage);
    const journal = await readFile(join(dir, 'usage.journal'), 'utf8');
    expect(journal).toContain('acc_ann');
    expect(journal).not.toContain('203.0.113.7');
    expect(left(again, guest)).toEqual({ minute: 3, day: 50 });
  });

  it('beyond the quota of a minute is refused without a charge, until 60 s have passed', async () => {
    const usage = await open();
    usage.charge(free);
    time += 10 * secondMs;
    usage.charge(other);
    usage.charge(other);
    const refusal = { code: 'quotaExceeded', status: 429, retryAfter: 50 };
    for (const caller of [free, other, bySession]) {
      expect(() => usage.charge(caller)).toThrow(expect.objectContaining(refusal));
    }
    expect(onRefused.mock.calls).toEqual([['minute'], ['minute'], ['minute']]);
    expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 3, day: 3 });
    time = noon + 60 * secondMs - 1;
    expect(() => usage.charge(free)).toThrow('The plan allows 3 requests a minute; try again in 1 s');
    time += 1;
    usage.charge(free);
    expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 4 });
  });

  it('is counted on a plan without limits', async () => {
    const usage = await open();
    for (let i = 0; i < 1000; i++) usage.charge(rich);
    expect(usage.quotaStatus(rich)).toEqual([]);
    expect(await usage.accountUsage('acc_bob')).toEqual({ minute: 1000, day: 1000 });
  });

  it('never exceeds its quota when the clock is set back, and never locks a caller out for longer than a window', async () => {
    const usage = await open();
    for (let i = 0; i < 3; i++) usage.charge(free);
    time -= 3 * dayMs;
    expect(() => usage.charge(free)).toThrow(expect.objectContaining({ retryAfter: 60 }));
    time += 60 * secondMs;
    expect(left(usage, free)).toEqual({ minute: 3, day: 47 });
  });

  it('adds up the days when the clock is set back over midnight', async () => {
    const usage = await open();
    const daily = async (one: FileUsage) =>
      (await one.dailyUse('acc_bob', 2)).map(({ requests }) => requests);
    for (let i = 0; i < 2; i++) usage.charge(rich);
    time += dayMs;
    for (let i = 0; i < 3; i++) usage.charge(rich);
    expect(await daily(usage)).toEqual([2, 3]);
    time -= dayMs;
    usage.charge(rich);
    expect(await daily(usage)).toEqual([0, 6]);
    time += dayMs;
    usage.charge(rich);
    expect(await daily(await reopened(usage))).toEqual([6, 1]);
  });

  it('is written with one line for each counter, however often it changes', async () => {
    const usage = await open();
    for (let i = 0; i < 10_000; i++) usage.charge(rich);
    await usage.close();
    opened = [];
    const text = await readFile(join(dir, 'usage.journal'), 'utf8');
    expect(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ t: 'account', id: 'acc_bob', n: 10_000 }),
      expect.objectContaining({ t: 'key', id: 'key_3', n: 10_000 }),
    ]);
  });

  it.each([
    ['an unknown kind', '{"t":"planet","id":"x","w":0,"m":0,"d":0,"n":0,"u":0}'],
    ['a negative count', '{"t":"account","id":"acc_ann","w":0,"m":-1,"d":0,"n":0,"u":0}'],
    ['half a count', '{"t":"account","id":"acc_ann","w":0,"m":0,"d":0,"n":0.5,"u":0}'],
    ['a count beyond all numbers', '{"t":"account","id":"acc_ann","w":0,"m":1e999,"d":0,"n":0,"u":0}'],
    ['a template by name', '{"t":"template","id":"x","total":1,"days":[]}'],
    ['a day without renders', '{"t":"template","id":1,"total":1,"days":[[1]]}'],
  ])('skips %s', async (_, line) => {
    const usage = await open();
    usage.charge(free);
    await usage.close();
    opened = [];
    await appendFile(join(dir, 'usage.journal'), `${line}\n`);
    const again = await open();
    expect(await again.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
    expect(warn).toHaveBeenCalledExactlyOnceWith('usage.journal: one damaged line was passed over');
  });

  it('is rewritten without counters that are outdated or unused for 400 days', async () => {
    const usage = await open();
    usage.recordUse(free);
    usage.countTemplate(1);
    await usage.close();
    opened = [];
    const path = join(dir, 'usage.journal');
    const [line = ''] = (await readFile(path, 'utf8')).split('\n');
    await appendFile(path, `${line}\n`.repeat(Math.ceil((1024 * 1024) / line.length)));
    time += 400 * dayMs + 1;
    const full = await open();
    expect((await full.keyUsage('key_1')).lastUsedAt).toEqual(new Date(noon));
    full.charge(rich);
    const again = await reopened(full);
    expect((await stat(path)).size).toBeLessThan(1000);
    expect((await again.keyUsage('key_1')).lastUsedAt).toBeUndefined();
    expect(await again.accountUsage('acc_bob')).toEqual({ minute: 1, day: 1 });
    expect(again.templateRenders(1)).toEqual({ total: 1, recent: 0 });
  });
});

describe('renders of a template', () => {
  it('are counted for the last seven days and in total', async () => {
    let usage = await open();
    const recent: number[] = [];
    for (let day = 0; day < 10; day++, time += dayMs) {
      for (let i = 0; i <= day; i++) usage.countTemplate(3);
      usage = await reopened(usage);
      recent.push(usage.templateRenders(3).recent);
    }
    expect(recent).toEqual([1, 3, 6, 10, 15, 21, 28, 35, 42, 49]);
    expect(usage.templateRenders(3)).toEqual({ total: 55, recent: 49 - 4 });
    expect(usage.templateRenders(4)).toEqual({ total: 0, recent: 0 });
    time += 7 * dayMs;
    expect(usage.templateRenders(3)).toEqual({ total: 55, recent: 0 });
  });

  it('are stored for at most seven days', async () => {
    const usage = await open();
    for (let day = 0; day < 30; day++, time += dayMs) usage.countTemplate(3);
    await usage.close();
    opened = [];
    const [record] = (await readFile(join(dir, 'usage.journal'), 'utf8')).split('\n');
    expect(JSON.parse(record ?? '')).toMatchObject({ t: 'template', id: 3, total: 30 });
    expect(JSON.parse(record ?? '').days).toHaveLength(7);
  });
});

describe('charges with an idempotency key', () => {
  const request = (key: string | number) => ({ key: String(key), fingerprint: 'f' });

  it('are remembered for the last 10 000 keys of an account', async () => {
    const usage = await open();
    usage.charge(free, request('another account'));
    for (let key = 0; key <= 10_000; key++, time += 1) usage.charge(rich, request(key));
    for (const current of [usage, await reopened(usage)]) {
      expect([0, 1, 10_000].map((key) => current.isCharged(rich, request(key)))).toEqual([false, true, true]);
      expect(current.isCharged(free, request('another account'))).toBe(true);
    }
  });

  it('are removed from the file after a day', async () => {
    const usage = await open();
    for (let key = 0; key < 10_000; key++) usage.charge(rich, request(`${key}`.padEnd(64, '-')));
    const large = await reopened(usage);
    const path = join(dir, 'usage.journal');
    expect((await stat(path)).size).toBeGreaterThan(1024 * 1024);
    time += dayMs;
    large.charge(rich, request('today'));
    await reopened(large);
    expect((await readFile(path, 'utf8')).match(/"charge"/g)).toHaveLength(1);
  });
});
