import type { Account, KeyRecord } from '../drivers/file/keys-document.ts';
import type { StoredPhoto } from '../drivers/file/photo-records.ts';
import type { StoredRender } from '../drivers/file/render-index.ts';
import type { KnownNetwork, Session } from '../drivers/file/sessions-document.ts';
import type { UsageRecord } from '../drivers/file/usage-records.ts';

/** Everything that a store holds besides images and the bytes of photos, in the form of the data directory's files. */
export interface StoredState {
  readonly accounts: readonly Account[];
  readonly keys: readonly KeyRecord[];
  readonly sessions: readonly Session[];
  readonly knownNetworks: readonly KnownNetwork[];
  readonly usage: readonly UsageRecord[];
  readonly renders: readonly StoredRender[];
  /** Those that are kept. */
  readonly photos: readonly StoredPhoto[];
}

/** The number of each kind of thing in a state. */
export type StateCounts = Readonly<Record<(typeof kinds)[number], number>>;

const kinds = [
  'accounts',
  'keys',
  'one-time links',
  'sessions',
  'known networks',
  'counters of accounts',
  'counters of keys',
  'accounts with past days',
  'templates with counts',
  'idempotency keys',
  'cached boards',
  'uploaded photos',
] as const;

export function countsOf(state: StoredState): StateCounts {
  const usage = (type: UsageRecord['t']) => state.usage.filter(({ t }) => t === type).length;
  return {
    accounts: state.accounts.length,
    keys: state.keys.length,
    'one-time links': state.accounts.filter(({ passwordLink }) => passwordLink !== null).length,
    sessions: state.sessions.length,
    'known networks': state.knownNetworks.length,
    'counters of accounts': usage('account'),
    'counters of keys': usage('key'),
    'accounts with past days': state.usage.filter((one) => one.t === 'days' && one.days.length > 0).length,
    'templates with counts': state.usage.filter((one) => one.t === 'template' && one.total > 0).length,
    'idempotency keys': usage('charge'),
    'cached boards': state.renders.length,
    'uploaded photos': state.photos.length,
  };
}

/** Names what a state holds, such as `accounts: 2, keys: 1`; empty for an empty one. */
export function contentOf(counts: StateCounts): string {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${kind}: ${counts[kind]}`)
    .join(', ');
}

/** Names the first kind whose numbers differ, with both; undefined if all are the same. */
export function differenceOf(source: StateCounts, target: StateCounts): string | undefined {
  const kind = kinds.find((one) => source[one] !== target[one]);
  return kind && `${kind}: ${target[kind]} instead of ${source[kind]}`;
}
