import { idempotencyKeyLifeMs } from '../../model/idempotency-key.ts';
import { ChargedKeys } from '../drivers/file/charged-keys.ts';
import { chargeRecord, counterRecord, daysRecord, templateRecord } from '../drivers/file/usage-records.ts';
import type { StoredState } from './state.ts';
import type { TableRows } from './tables.ts';

/** The file knows the days of the last week's renders alone. */
const recentDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the state for rows of the database. @param now milliseconds since 1970 */
export function stateOf(rows: TableRows, now: number): StoredState {
  const today = Math.floor(now / dayMs);
  return {
    accounts: rows.account.map(({ id, email, plan, admin, disabled, ...row }) => ({
      ...{ id, email, plan, admin, disabled },
      passwordHash: row.password_hash,
      passwordLink:
        row.link_hash === null || row.link_expires_at === null
          ? null
          : { hash: row.link_hash, expiresAt: textOf(row.link_expires_at) },
      createdAt: textOf(row.created_at),
    })),
    keys: rows.api_key.map(({ id, account_id, name, hash, hint, created_at }) => ({
      ...{ id, accountId: account_id, name, hash, hint },
      createdAt: textOf(created_at),
    })),
    sessions: rows.session.map(({ hash, account_id, created_at, used_at }) => ({
      ...{ hash, accountId: account_id },
      createdAt: textOf(created_at),
      lastUsedAt: textOf(used_at),
    })),
    knownNetworks: rows.known_network.map(({ hash, account_id, used_at }) => ({
      ...{ accountId: account_id, hash },
      lastLoginAt: textOf(used_at),
    })),
    usage: [
      ...rows.counter.map(({ kind, id, minute_start, minute, day_number, day, used_at }) => {
        const windows = { minuteStart: minute_start, minute, dayNumber: day_number, day };
        return counterRecord(kind, id, { windows, lastUsed: used_at });
      }),
      ...grouped(rows.past_day, 'account_id').map(([id, days]) =>
        daysRecord(
          id,
          days.map(({ day_number, requests }) => [day_number, requests] as const),
        ),
      ),
      ...grouped(rows.template_day, 'template_id').map(([id, days]) => {
        const recent = days.filter(({ day_number }) => day_number > today - recentDays);
        return templateRecord(id, {
          total: days.reduce((sum, { renders }) => sum + renders, 0),
          days: recent.map(({ day_number, renders }) => [day_number, renders] as const),
        });
      }),
      ...[...chargesOf(rows, now).current(now)].map(chargeRecord),
    ],
    renders: rows.render.map(({ fingerprint: f, record: { warnings, ...record } }) => ({
      ...{ f, ...record },
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    })),
    photos: rows.photo.map(({ name, id, account_id, digest, bytes, width, height, used_at }) => ({
      ...{ s: 'kept', n: name, id, a: account_id, d: digest, b: bytes, w: width, h: height, u: used_at },
    })),
  };
}

/** The file remembers a number of charges for each account. */
function chargesOf({ charge }: TableRows, now: number): ChargedKeys {
  const charges = new ChargedKeys();
  for (const { idempotency, fingerprint, account_id: accountId, expires_at } of charge) {
    const key = idempotency.slice(accountId.length + 1);
    charges.add({ accountId, key, fingerprint, chargedAt: expires_at - idempotencyKeyLifeMs }, now);
  }
  return charges;
}

/** Groups rows by a column, in order of their first appearance. */
function grouped<Name extends string, Row extends Readonly<Record<Name, string | number>>>(
  rows: readonly Row[],
  name: Name,
): readonly (readonly [Row[Name], readonly Row[]])[] {
  const groups = new Map<Row[Name], Row[]>();
  for (const row of rows) {
    const group = groups.get(row[name]);
    if (group) group.push(row);
    else groups.set(row[name], [row]);
  }
  return [...groups];
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
