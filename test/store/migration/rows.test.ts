import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../src/store/migration/from-rows.ts';
import { countsOf, differenceOf, type StoredState } from '../../../src/store/migration/state.ts';
import { rowsOf } from '../../../src/store/migration/to-rows.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const today = Math.floor(now / 86_400_000);
const moment = '2026-03-01T08:15:30.123Z';
const digest = (digit: string) => digit.repeat(64);

const account = { plan: 'free', admin: false, disabled: false, createdAt: moment } as const;
const state: StoredState = {
  accounts: [
    { ...account, id: 'acc_2', email: 'b@x.org', passwordHash: 'hash', passwordLink: null },
    {
      ...{ ...account, id: 'acc_1', email: 'a@x.org', plan: 'business', admin: true, disabled: true },
      passwordHash: null,
      passwordLink: { hash: digest('a'), expiresAt: moment },
    },
  ],
  keys: [{ id: 'key_1', accountId: 'acc_1', name: '茶', hash: digest('b'), hint: 'x1y2', createdAt: moment }],
  sessions: [{ hash: digest('c'), accountId: 'acc_1', createdAt: moment, lastUsedAt: moment }],
  knownNetworks: [{ accountId: 'acc_1', hash: digest('d'), lastLoginAt: moment }],
  usage: [
    { t: 'account', id: 'acc_1', w: now - 1000, m: 2, d: today, n: 30, u: now - 500 },
    { t: 'key', id: 'key_1', w: now - 1000, m: 2, d: today, n: 30, u: now - 500 },
    {
      ...{ t: 'days', id: 'acc_1' },
      days: [
        [today - 3, 7],
        [today - 1, 5],
      ],
    },
    { t: 'template', id: 3, total: 12, days: [[today - 1, 5]] },
    { t: 'template', id: 5, total: 4, days: [] },
    { t: 'charge', id: 'acc_1', k: 'order-1', f: 'fingerprint', u: now - 60_000 },
  ],
  renders: [
    { f: 'one', id: 'id1', format: 'webp', created: now - 5, expires: now + 5, width: 1, height: 2 },
    {
      ...{ f: 'two', id: 'id2', format: 'png', created: now - 4, expires: now + 6, width: 3, height: 4 },
      warnings: ['a warning'],
    },
  ],
  photos: [
    {
      ...{ s: 'kept', n: 'one', id: 'photo_1', a: 'acc_1', d: digest('e') },
      b: 4096,
      w: 3,
      h: 4,
      u: now - 9,
    },
    { ...{ s: 'kept', n: 'two', id: 'photo_2', a: null, d: digest('f') }, b: 8192, w: 5, h: 6, u: now - 8 },
  ],
};

describe('the rows of a state', () => {
  it('hold all of it', () => {
    expect(stateOf(rowsOf(state), now)).toEqual(state);
  });

  it('drop the days of renders that are no longer recent, and not the renders', () => {
    const counted: StoredState['usage'][number] = { t: 'template', id: 3, total: 9, days: [[today - 30, 4]] };
    const { usage } = stateOf(rowsOf({ ...state, usage: [counted] }), now);
    expect(usage).toEqual([{ ...counted, days: [] }]);
  });

  it('leave out a charge that was given back', () => {
    const { usage } = stateOf(
      rowsOf({ ...state, usage: [{ t: 'charge', id: 'acc_1', k: 'k', u: now }] }),
      now,
    );
    expect(usage).toEqual([]);
  });
});

describe('the counts of two states', () => {
  it('name what is missing', () => {
    const counts = countsOf(state);
    expect(differenceOf(counts, countsOf(state))).toBeUndefined();
    expect(differenceOf(counts, countsOf({ ...state, keys: [] }))).toBe('keys: 0 instead of 1');
  });
});
