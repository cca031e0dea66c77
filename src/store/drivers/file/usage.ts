import { join } from 'node:path';
import * as v from 'valibot';
import type { OnFlush } from '../../../files/flush.ts';
import { Journal } from '../../../files/journal.ts';
import { Failure } from '../../../model/failure.ts';
import { rememberLast } from '../../../model/lru.ts';
import type { Quota } from '../../../model/plan.ts';
import {
  type Allowance,
  allowances,
  counted,
  exhausted,
  noWindows,
  type Usage,
  type WindowName,
  type Windows,
  windowsAt,
} from '../../../model/quota.ts';
import { isVisitor } from '../../../model/visitor.ts';
import type { Caller, Charge, TemplateUse } from '../../../render/ports.ts';
import type { UsageReader } from '../../ports.ts';
import { lastDays, type PastDays, withDay } from './daily-use.ts';

/** The counts of an account or of one of its keys. */
interface Counter {
  readonly windows: Windows;
  /** Milliseconds since 1970; 0: never. */
  readonly lastUsed: number;
}

/** The renders of a template: ever, and on each of the last days. */
interface TemplateCount {
  readonly total: number;
  /** By day number (days since 1970-01-01), oldest first. */
  readonly days: readonly (readonly [dayNumber: number, renders: number])[];
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const windowsEntries = { w: count, m: count, d: count, n: count, u: count };
const recordSchema = v.variant('t', [
  v.object({ t: v.literal('account'), id: v.string(), ...windowsEntries }),
  v.object({ t: v.literal('key'), id: v.string(), ...windowsEntries }),
  v.object({ t: v.literal('days'), id: v.string(), days: v.array(v.tuple([count, count])) }),
  v.object({ t: v.literal('template'), id: count, total: count, days: v.array(v.tuple([count, count])) }),
]);
type UsageRecord = v.InferOutput<typeof recordSchema>;

const dayMs = 24 * 60 * 60 * 1000;
/** The days over which templates are compared. */
const recentDays = 7;
/** A counter is forgotten when it has not changed for this long. It shows when a key was last used. */
const forgottenMs = 400 * dayMs;
/** The number of visitors that are counted. The least recent one is forgotten first. */
const maxVisitors = 50_000;

type Counters = Pick<ReadonlyMap<string, Counter>, 'get'>;

export interface FileUsageOptions {
  readonly now: () => Date;
  readonly quotaOf: (plan: Caller['plan']) => Quota;
  /** Reports which window of a refused request was used up. */
  readonly onRefused?: (window: WindowName) => void;
  /** Reports damage to the file. */
  readonly warn: (message: string) => void;
  readonly onFlush?: OnFlush;
}

/**
 * Counts requests by account and by key, and renders by template, in memory and in `<dataDir>/usage.journal`. A crash
 * loses the last 100 ms.
 */
export class FileUsage implements UsageReader, TemplateUse {
  readonly #options: FileUsageOptions;
  readonly #accounts = new Map<string, Counter>();
  readonly #keys = new Map<string, Counter>();
  /** By client address, and therefore only in memory. */
  readonly #visitors = rememberLast<string, Counter>(maxVisitors);
  readonly #templates = new Map<number, TemplateCount>();
  /** By account. */
  readonly #pastDays = new Map<string, PastDays>();
  #journal: Journal<UsageRecord> | undefined;

  private constructor(options: FileUsageOptions) {
    this.#options = options;
  }

  static async open(dataDir: string, options: FileUsageOptions): Promise<FileUsage> {
    const usage = new FileUsage(options);
    const { journal, problem } = await Journal.open<UsageRecord>(
      {
        path: join(dataDir, 'usage.journal'),
        name: 'usage',
        parse: (value) => {
          const result = v.safeParse(recordSchema, value);
          return result.success ? result.output : undefined;
        },
        key: (record) => `${record.t} ${record.id}`,
        snapshot: () => usage.#records(),
        onFlush: options.onFlush,
      },
      (record) => usage.#restore(record),
    );
    if (problem !== undefined) options.warn(`usage.journal: ${problem}`);
    usage.#journal = journal;
    return usage;
  }

  quotaStatus(caller: Pick<Caller, 'accountId' | 'plan' | 'quota'>): readonly Allowance[] {
    return this.#quotaStatus(caller, this.#now());
  }

  /** @throws Failure quotaExceeded */
  charge(caller: Caller): Charge {
    const now = this.#now();
    const used = exhausted(this.#quotaStatus(caller, now));
    if (used !== undefined) {
      this.#options.onRefused?.(used.window);
      throw refusal(used);
    }
    const account = this.#count('account', caller.accountId, 1, now);
    const key = caller.keyId === undefined ? undefined : this.#count('key', caller.keyId, 1, now);
    let isBack = false;
    return {
      giveBack: async () => {
        if (isBack) return;
        isBack = true;
        const backAt = this.#now();
        this.#count('account', caller.accountId, -1, backAt, account);
        if (caller.keyId !== undefined) this.#count('key', caller.keyId, -1, backAt, key);
      },
    };
  }

  recordUse({ keyId }: Caller): void {
    if (keyId !== undefined)
      this.#set('key', keyId, { windows: windowsOf(this.#keys, keyId), lastUsed: this.#now() });
  }

  async accountUsage(accountId: string): Promise<Usage> {
    return usageOf(windowsAt(windowsOf(this.#accounts, accountId), this.#now()));
  }

  async keyUsage(keyId: string): Promise<Usage & { readonly lastUsedAt: Date | undefined }> {
    const counter = this.#keys.get(keyId);
    const lastUsedAt =
      counter === undefined || counter.lastUsed === 0 ? undefined : new Date(counter.lastUsed);
    return { ...usageOf(windowsAt(counter?.windows ?? noWindows, this.#now())), lastUsedAt };
  }

  async dailyUse(accountId: string, days: number) {
    const { dayNumber, day } = windowsOf(this.#accounts, accountId);
    const past = this.#pastDays.get(accountId) ?? [];
    return lastDays(withDay(past, dayNumber, day), Math.floor(this.#now() / dayMs), days);
  }

  countTemplate(id: number): void {
    const today = Math.floor(this.#now() / dayMs);
    const { total, days } = this.#templates.get(id) ?? { total: 0, days: [] };
    const earlier = days.filter(([day]) => day > today - recentDays && day !== today);
    const [, todays = 0] = days.find(([day]) => day === today) ?? [];
    const next = { total: total + 1, days: [...earlier, [today, todays + 1] as const] };
    this.#templates.set(id, next);
    this.#journal?.add(templateRecord(id, next));
  }

  templateRenders(id: number): { readonly total: number; readonly recent: number } {
    const today = Math.floor(this.#now() / dayMs);
    const { total, days } = this.#templates.get(id) ?? { total: 0, days: [] };
    const recent = days.reduce((sum, [day, renders]) => sum + (day > today - recentDays ? renders : 0), 0);
    return { total, recent };
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #quotaStatus(
    { accountId, plan, quota = this.#options.quotaOf(plan) }: Pick<Caller, 'accountId' | 'plan' | 'quota'>,
    now: number,
  ): readonly Allowance[] {
    return isLimited(quota) ? allowances(this.#accountWindows(accountId, now), quota, now) : [];
  }

  /** Stores windows that were put back with the clock: otherwise each look at them would start them again. */
  #accountWindows(accountId: string, now: number): Windows {
    const stored = windowsOf(this.#countersOf('account', accountId), accountId);
    const windows = windowsAt(stored, now);
    if (windows.minuteStart < stored.minuteStart || windows.dayNumber < stored.dayNumber) {
      this.#set('account', accountId, { windows, lastUsed: now });
    }
    return windows;
  }

  /** Returns the windows that were charged. */
  #count(type: 'account' | 'key', id: string, by: 1 | -1, now: number, chargedAt?: Windows): Windows {
    const counters = this.#countersOf(type, id);
    const current = windowsAt(windowsOf(counters, id), now);
    const windows = counted(current, by, chargedAt ?? current);
    this.#set(type, id, { windows, lastUsed: now });
    return windows;
  }

  #set(type: 'account' | 'key', id: string, counter: Counter): void {
    if (type === 'account' && isVisitor(id)) {
      this.#visitors.set(id, counter);
      return;
    }
    if (type === 'account') this.#storeDay(id, counter.windows.dayNumber);
    (type === 'account' ? this.#accounts : this.#keys).set(id, counter);
    this.#journal?.add(counterRecord(type, id, counter));
  }

  #countersOf(type: 'account' | 'key', id: string): Counters {
    if (type === 'key') return this.#keys;
    return isVisitor(id) ? this.#visitors : this.#accounts;
  }

  /** Adds the day that an account's counter is leaving to its past days. */
  #storeDay(id: string, next: number): void {
    const { dayNumber, day } = windowsOf(this.#accounts, id);
    if (day === 0 || dayNumber >= next) return;
    const days = withDay(this.#pastDays.get(id) ?? [], dayNumber, day);
    this.#pastDays.set(id, days);
    this.#journal?.add(daysRecord(id, days));
  }

  *#records(): Generator<UsageRecord> {
    const worthKeeping = this.#now() - forgottenMs;
    for (const [type, counters] of [
      ['account', this.#accounts],
      ['key', this.#keys],
    ] as const) {
      for (const [id, counter] of counters) {
        if (counter.lastUsed >= worthKeeping) yield counterRecord(type, id, counter);
        else counters.delete(id);
      }
    }
    for (const [id, days] of this.#pastDays) yield daysRecord(id, days);
    for (const [id, templateCount] of this.#templates) yield templateRecord(id, templateCount);
  }

  #restore(record: UsageRecord): void {
    if (record.t === 'template') {
      this.#templates.set(record.id, { total: record.total, days: record.days });
      return;
    }
    if (record.t === 'days') {
      this.#pastDays.set(record.id, record.days);
      return;
    }
    const { w: minuteStart, m: minute, d: dayNumber, n: day, u: lastUsed } = record;
    const counters = record.t === 'account' ? this.#accounts : this.#keys;
    counters.set(record.id, { windows: { minuteStart, minute, dayNumber, day }, lastUsed });
  }

  #now(): number {
    return this.#options.now().getTime();
  }
}

function refusal({ window, quota, resetIn }: Allowance): Failure {
  const what = quota === 1 ? '1 request' : `${quota} requests`;
  return new Failure('quotaExceeded', `The plan allows ${what} a ${window}; try again in ${resetIn} s`, {
    retryAfter: resetIn,
  });
}

function isLimited({ minute, day }: Quota): boolean {
  return minute !== null || day !== null;
}

function windowsOf(counters: Counters, id: string): Windows {
  return counters.get(id)?.windows ?? noWindows;
}

function usageOf({ minute, day }: Windows): Usage {
  return { minute, day };
}

function counterRecord(t: 'account' | 'key', id: string, { windows, lastUsed }: Counter): UsageRecord {
  const { minuteStart: w, minute: m, dayNumber: d, day: n } = windows;
  return { t, id, w, m, d, n, u: lastUsed };
}

function daysRecord(id: string, days: PastDays): UsageRecord {
  return { t: 'days', id, days: days.map(([day, requests]) => [day, requests]) };
}

function templateRecord(id: number, { total, days }: TemplateCount): UsageRecord {
  return { t: 'template', id, total, days: days.map(([day, renders]) => [day, renders]) };
}
