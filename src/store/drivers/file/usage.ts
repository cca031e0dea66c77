import { join } from 'node:path';
import type { OnFlush } from '../../../files/flush.ts';
import { Journal } from '../../../files/journal.ts';
import { rememberLast } from '../../../model/lru.ts';
import type { Quota } from '../../../model/plan.ts';
import {
  type Allowance,
  allowances,
  counted,
  exhausted,
  noWindows,
  quotaRefusal,
  type Usage,
  type WindowName,
  type Windows,
  windowsAt,
} from '../../../model/quota.ts';
import { isVisitor } from '../../../model/visitor.ts';
import type { Caller, Charge, TemplateUse } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import { lastDays, type PastDays, withDay } from '../../past-days.ts';
import type { UsageReader } from '../../ports.ts';
import { ChargedKeys, type KeyedCharge } from './charged-keys.ts';
import { fileNames } from './file-names.ts';
import { TemplateCounts } from './template-counts.ts';
import {
  type Counter,
  chargeOf,
  chargeRecord,
  counterRecord,
  daysRecord,
  givenBackRecord,
  keyOfRecord,
  parseRecord,
  templateRecord,
  type UsageRecord,
} from './usage-records.ts';

/** A request with an idempotency key. */
type KeyedRequest = Pick<KeyedCharge, 'key' | 'fingerprint'>;

const dayMs = 24 * 60 * 60 * 1000;
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
  readonly #templates = new TemplateCounts();
  /** By account. */
  readonly #pastDays = new Map<string, PastDays>();
  readonly #chargedKeys = new ChargedKeys();
  #journal: Journal<UsageRecord> | undefined;

  private constructor(options: FileUsageOptions) {
    this.#options = options;
  }

  static async open(dataDir: string, options: FileUsageOptions): Promise<FileUsage> {
    const usage = new FileUsage(options);
    const { journal, problem } = await Journal.open<UsageRecord>(
      {
        path: join(dataDir, fileNames.usage),
        name: 'usage',
        parse: parseRecord,
        key: keyOfRecord,
        snapshot: () => usage.#records(),
        onFlush: options.onFlush,
      },
      (record) => usage.#restore(record),
    );
    if (problem !== undefined) options.warn(`${fileNames.usage}: ${problem}`);
    usage.#journal = journal;
    return usage;
  }

  quotaStatus(caller: Pick<Caller, 'accountId' | 'plan' | 'quota'>): readonly Allowance[] {
    return this.#quotaStatus(caller, this.#now());
  }

  /**
   * Whether a request has already been charged with its key.
   *
   * @throws Failure invalidRequest when another request has been
   */
  isCharged({ accountId }: Caller, request: KeyedRequest): boolean {
    return this.#chargedKeys.has({ accountId, ...request }, this.#now());
  }

  /**
   * Charges a request, and remembers it with its key, if it has one. A visitor's is not remembered.
   *
   * @throws Failure quotaExceeded
   */
  charge(caller: Caller, request?: KeyedRequest): Charge {
    const now = this.#now();
    const used = exhausted(this.#quotaStatus(caller, now));
    if (used !== undefined) {
      this.#options.onRefused?.(used.window);
      throw quotaRefusal(used);
    }
    const { accountId, keyId } = caller;
    const account = this.#count('account', accountId, 1, now);
    const key = keyId === undefined ? undefined : this.#count('key', keyId, 1, now);
    const keyed = request && !isVisitor(accountId) ? { accountId, ...request, chargedAt: now } : undefined;
    if (keyed !== undefined) this.#remember(keyed);
    return chargeOnce(() => {
      const backAt = this.#now();
      this.#count('account', accountId, -1, backAt, account);
      if (keyId !== undefined) this.#count('key', keyId, -1, backAt, key);
      if (keyed !== undefined) this.#forget(keyed);
    });
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
    return lastDays(withDay(past, dayNumber, day), this.#today(), days);
  }

  countTemplate(id: number): void {
    this.#journal?.add(templateRecord(id, this.#templates.add(id, this.#today())));
  }

  templateRenders(id: number): { readonly total: number; readonly recent: number } {
    return this.#templates.renders(id, this.#today());
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

  #remember(charge: KeyedCharge): void {
    this.#chargedKeys.add(charge, charge.chargedAt);
    this.#journal?.add(chargeRecord(charge));
  }

  #forget(charge: KeyedCharge): void {
    if (this.#chargedKeys.delete(charge)) this.#journal?.add(givenBackRecord(charge));
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
    for (const [id, templateCount] of this.#templates.entries()) yield templateRecord(id, templateCount);
    for (const charge of this.#chargedKeys.current(this.#now())) yield chargeRecord(charge);
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
    if (record.t === 'charge') {
      this.#chargedKeys.restore(chargeOf(record), this.#now());
      return;
    }
    const { w: minuteStart, m: minute, d: dayNumber, n: day, u: lastUsed } = record;
    const counters = record.t === 'account' ? this.#accounts : this.#keys;
    counters.set(record.id, { windows: { minuteStart, minute, dayNumber, day }, lastUsed });
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  #today(): number {
    return Math.floor(this.#now() / dayMs);
  }
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
