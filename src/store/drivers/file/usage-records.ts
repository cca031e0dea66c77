import * as v from 'valibot';
import type { Windows } from '../../../model/quota.ts';
import type { PastDays } from '../../past-days.ts';
import type { KeyedCharge } from './charged-keys.ts';
import type { TemplateCount } from './template-counts.ts';

/** The counts of an account or of one of its keys. */
export interface Counter {
  readonly windows: Windows;
  /** Milliseconds since 1970; 0: never. */
  readonly lastUsed: number;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const windowsEntries = { w: count, m: count, d: count, n: count, u: count };
const recordSchema = v.variant('t', [
  v.object({ t: v.literal('account'), id: v.string(), ...windowsEntries }),
  v.object({ t: v.literal('key'), id: v.string(), ...windowsEntries }),
  v.object({ t: v.literal('days'), id: v.string(), days: v.array(v.tuple([count, count])) }),
  v.object({ t: v.literal('template'), id: count, total: count, days: v.array(v.tuple([count, count])) }),
  // Without a fingerprint the charge has been given back.
  v.object({ t: v.literal('charge'), id: v.string(), k: v.string(), f: v.optional(v.string()), u: count }),
]);

/** A line of `usage.journal`. */
export type UsageRecord = v.InferOutput<typeof recordSchema>;

export function parseRecord(value: unknown): UsageRecord | undefined {
  const result = v.safeParse(recordSchema, value);
  return result.success ? result.output : undefined;
}

/** Returns what a record describes. */
export function keyOfRecord(record: UsageRecord): string {
  const key = `${record.t} ${record.id}`;
  return record.t === 'charge' ? `${key} ${record.k}` : key;
}

export function counterRecord(t: 'account' | 'key', id: string, { windows, lastUsed }: Counter): UsageRecord {
  const { minuteStart: w, minute: m, dayNumber: d, day: n } = windows;
  return { t, id, w, m, d, n, u: lastUsed };
}

export function daysRecord(id: string, days: PastDays): UsageRecord {
  return { t: 'days', id, days: days.map(([day, requests]) => [day, requests]) };
}

export function templateRecord(id: number, { total, days }: TemplateCount): UsageRecord {
  return { t: 'template', id, total, days: days.map(([day, renders]) => [day, renders]) };
}

export function chargeRecord({ accountId, key, fingerprint, chargedAt }: KeyedCharge): UsageRecord {
  return { t: 'charge', id: accountId, k: key, f: fingerprint, u: chargedAt };
}

/** Returns what a record says of a charge; without a fingerprint it has been given back. */
export function chargeOf({
  id: accountId,
  k: key,
  f: fingerprint,
  u: chargedAt,
}: UsageRecord & { t: 'charge' }) {
  return { accountId, key, fingerprint, chargedAt };
}

export function givenBackRecord({ accountId, key, chargedAt }: KeyedCharge): UsageRecord {
  return { t: 'charge', id: accountId, k: key, u: chargedAt };
}
