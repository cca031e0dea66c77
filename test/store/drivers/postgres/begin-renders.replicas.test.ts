import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseAddress } from '../../../../src/store/drivers/postgres/address.ts';
import { migrate } from '../../../../src/store/drivers/postgres/migrate.ts';
import { type PostgresEngine, startPostgres } from '../../../support/engines/postgres.ts';
import { lacks, postgresPrograms } from '../../../support/programs.ts';

const now = Date.parse('2026-01-02T12:00:00.000Z');
let made = 0;

/** A request for a board, of an account with one key. */
const requestOf = (account: number, board: number) => ({
  id: `charge ${++made}`,
  account: `acc_${account}`,
  // In another order than the accounts.
  key: `key_${9 - account}`,
  minute: null,
  day: null,
  failed_minute: 600,
  failed_day: null,
  fingerprint: `board ${board}`,
});
type Request = ReturnType<typeof requestOf>;

describe.skipIf(lacks(...postgresPrograms))('beginning renders in a database', () => {
  let engine: PostgresEngine;
  let sql: postgres.Sql;
  beforeAll(async () => {
    engine = await startPostgres();
    const address = readDatabaseAddress(await engine.newDatabase());
    await migrate(address);
    sql = postgres(address.url, { max: 8 });
  });
  afterAll(async () => {
    await sql?.end();
    await engine?.remove();
  });

  const begin = (requests: readonly Request[], holder = 'here') =>
    sql.unsafe('select * from tierpress.begin_renders($1::jsonb, true, 1000, $2, 15000, $3)', [
      requests,
      holder,
      now,
    ] as never[]);
  const giveBack = (id: string, doubtedBy: string | null) =>
    sql`select tierpress.give_back(${id}, ${doubtedBy}, ${now})`;
  const end = ({ fingerprint, account }: Request) =>
    sql`select tierpress.end_render(${fingerprint}, 'here', null, ${account}, ${now}, ${now})`;
  const counts = async (kind: string) => {
    const rows = await sql`select sum(minute)::integer as sum from tierpress.counter where kind = ${kind}`;
    return rows[0]?.['sum'];
  };

  it('withdraws all of a request that has got no answer, once', async () => {
    const [one, other] = [requestOf(1, 1), requestOf(1, 2)];
    expect(await begin([one, other])).toMatchObject([{ claimed: true }, { claimed: true }]);
    for (let times = 0; times < 2; times++) await giveBack(one.id, 'here');
    for (const kind of ['account', 'key', 'failure']) expect(await counts(kind)).toBe(1);
    expect(await sql`select fingerprint from tierpress.claim`).toEqual([{ fingerprint: 'board 2' }]);
    const late = requestOf(1, 3);
    await giveBack(late.id, 'here');
    expect(await begin([late])).toMatchObject([{ outcome: 'withdrawn' }]);
    await giveBack(other.id, null);
    await end(other);
    for (const kind of ['account', 'key', 'failure']) expect(await counts(kind)).toBe(0);
  });

  it('lets one of two replicas draw a board', async () => {
    const [here, there] = [requestOf(1, 4), requestOf(2, 4)];
    const begun = await Promise.all([begin([here], 'here'), begin([there], 'there')]);
    expect(begun.map(([row]) => row?.['claimed']).sort()).toEqual([false, true]);
    await Promise.all([giveBack(here.id, 'here'), giveBack(there.id, 'there')]);
  });

  it('never waits in a circle, and counts exactly', async () => {
    const before = Number(await counts('account'));
    const calls = Array.from({ length: 60 }, async (_, call) => {
      const requests = Array.from({ length: 8 }, (_, index) =>
        requestOf((index * 3 + call) % 8, (index * 5 + call) % 8),
      );
      await begin(requests);
      await Promise.all(requests.map((request) => end(request)));
      await Promise.all(requests.slice(1).map(({ id }) => giveBack(id, id.endsWith('3') ? 'here' : null)));
    });
    const uses = Array.from({ length: 30 }, () => {
      const times = Object.fromEntries(Array.from({ length: 9 }, (_, key) => [`key_${key}`, now]));
      return sql.unsafe('select tierpress.use_keys($1::jsonb)', [times] as never[]);
    });
    await Promise.all([...calls, ...uses]);
    for (const kind of ['account', 'key']) expect(await counts(kind)).toBe(before + 60);
    expect(await sql`select * from tierpress.claim`).toEqual([]);
  });
});
