import { randomUUID } from 'node:crypto';
import { idempotencyKeyLifeMs } from '../../model/idempotency-key.ts';
import { chargeOf, type UsageRecord } from '../drivers/file/usage-records.ts';
import type { StoredState } from './state.ts';
import { formerly, type TableRows } from './tables.ts';

type RecordOf<Type extends UsageRecord['t']> = UsageRecord & { readonly t: Type };

/** Returns the rows of the database for a state, in its order. */
export function rowsOf({
  accounts,
  keys,
  sessions,
  knownNetworks,
  usage,
  renders,
  photos,
}: StoredState): TableRows {
  const records = <Type extends UsageRecord['t']>(...types: readonly Type[]) =>
    usage.filter((record): record is RecordOf<Type> => types.some((type) => type === record.t));
  return {
    account: accounts.map(({ id, email, plan, admin, disabled, passwordHash, passwordLink, createdAt }) => ({
      ...{ id, email, plan, admin, disabled },
      password_hash: passwordHash,
      link_hash: passwordLink?.hash ?? null,
      link_expires_at: passwordLink ? Date.parse(passwordLink.expiresAt) : null,
      created_at: Date.parse(createdAt),
    })),
    api_key: keys.map(({ id, accountId, name, hash, hint, createdAt }) => ({
      ...{ id, account_id: accountId, name, hash, hint },
      created_at: Date.parse(createdAt),
    })),
    session: sessions.map(({ hash, accountId, createdAt, lastUsedAt }) => ({
      ...{ hash, account_id: accountId },
      created_at: Date.parse(createdAt),
      used_at: Date.parse(lastUsedAt),
    })),
    known_network: knownNetworks.map(({ hash, accountId, lastLoginAt }) => ({
      ...{ hash, account_id: accountId },
      used_at: Date.parse(lastLoginAt),
    })),
    counter: records('account', 'key').map(({ t, id, w, m, d, n, u }) => ({
      ...{ kind: t, id, minute_start: w, minute: m, day_number: d, day: n, used_at: u },
    })),
    past_day: records('days').flatMap(({ id, days }) =>
      days.map(([day_number, requests]) => ({ account_id: id, day_number, requests })),
    ),
    template_day: records('template').flatMap(templateDays),
    charge: records('charge').flatMap(charges),
    render: renders.map(({ f, warnings = [], ...record }) => ({
      fingerprint: f,
      image_id: record.id,
      record: { ...record, warnings },
      created_at: record.created,
      expires_at: record.expires,
    })),
    photo: photos.map(({ n, id, a, d, b, w, h, u }) => ({
      ...{ name: n, id, account_id: a, digest: d, bytes: b, width: w, height: h, used_at: u },
      is_kept: true,
    })),
  };
}

/** The file knows the days of recent renders alone. */
function templateDays({ id, total, days }: RecordOf<'template'>): TableRows['template_day'] {
  const earlier = total - days.reduce((sum, [, renders]) => sum + renders, 0);
  const rows = days.map(([day_number, renders]) => ({ template_id: id, day_number, renders }));
  return earlier > 0 ? [{ template_id: id, day_number: formerly, renders: earlier }, ...rows] : rows;
}

/** These charges cannot be given back, since the request that made them is over. So their time doesn't matter. */
function charges(record: RecordOf<'charge'>): TableRows['charge'] {
  const { accountId, key, fingerprint, chargedAt } = chargeOf(record);
  if (fingerprint === undefined) return [];
  return [
    {
      id: randomUUID(),
      idempotency: `${accountId} ${key}`,
      fingerprint,
      account_id: accountId,
      expires_at: chargedAt + idempotencyKeyLifeMs,
    },
  ];
}
