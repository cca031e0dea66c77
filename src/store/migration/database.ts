import { sessionLimits } from '../../model/session.ts';
import type { Query } from '../drivers/postgres/transaction.ts';
import type { TableRows } from './tables.ts';

/** Rows that are sent in one statement. */
const rowsAtOnce = 5_000;

/**
 * Inserts rows in their order.
 *
 * @throws postgres.PostgresError
 */
export async function insertRows(query: Query, tables: TableRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const [columns] = rows.map((row) => Object.keys(row).join(', '));
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const json = JSON.stringify(rows.slice(start, start + rowsAtOnce), wellFormed);
      await query(
        `insert into tierpress.${table} (${columns})
         select ${columns} from jsonb_populate_recordset(null::tierpress.${table}, $1::text::jsonb)`,
        [json],
      );
    }
  }
}

/** Keeps others from changing the accounts until the transaction ends. Waits for a migration that is under way. */
export async function lockAccounts(query: Query): Promise<void> {
  await query('lock table tierpress.account in share row exclusive mode');
}

/** Marks the database with the secret that its keys are hashed with, unless it has a mark. */
export async function writeSecretMark(query: Query, mark: string): Promise<void> {
  await query('insert into tierpress.service (secret_mark) values ($1) on conflict do nothing', [mark]);
}

/** Returns the mark of the secret; undefined for a database that no service has used. */
export async function readSecretMark(query: Query): Promise<string | undefined> {
  const [row] = await query<{ mark: string }>('select secret_mark as mark from tierpress.service');
  return row?.mark;
}

/** Returns how many other connections tierpress has to this database. */
export async function otherConnections(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and application_name = 'tierpress' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}

/**
 * Reads the rows that are worth keeping: without visitors, what has expired, and counts of failures.
 *
 * @param now milliseconds since 1970
 */
export async function readRows(query: Query, now: number): Promise<TableRows> {
  const select = <Row extends object>(table: string, columns: string, rest: string) =>
    query<Row>(`select ${columns} from tierpress.${table} ${rest}`);
  const { absoluteMs, idleMs } = sessionLimits;
  const noVisitor = (column: string) => `${column} not like 'visitor %'`;
  return {
    account: await select(
      'account',
      'id, email, plan, admin, disabled, password_hash, link_hash, link_expires_at, created_at',
      'order by place',
    ),
    api_key: await select('api_key', 'id, account_id, name, hash, hint, created_at', 'order by place'),
    session: await select(
      'session',
      'hash, account_id, created_at, used_at',
      `where created_at > ${now - absoluteMs} and used_at > ${now - idleMs} order by place`,
    ),
    known_network: await select('known_network', 'hash, account_id, used_at', 'order by place'),
    counter: await select(
      'counter',
      'kind, id, minute_start, minute, day_number, day, used_at',
      `where kind in ('account', 'key') and ${noVisitor('id')} order by kind, id`,
    ),
    past_day: await select(
      'past_day',
      'account_id, day_number, requests',
      `where ${noVisitor('account_id')} order by account_id, day_number`,
    ),
    template_day: await select(
      'template_day',
      'template_id, day_number, renders',
      'order by template_id, day_number',
    ),
    charge: await select(
      'charge',
      'id, idempotency, fingerprint, account_id, expires_at',
      `where idempotency is not null and ${noVisitor('account_id')} and expires_at > ${now} order by expires_at`,
    ),
    render: await select(
      'render',
      'fingerprint, image_id, record, created_at, expires_at',
      `where expires_at > ${now} order by created_at`,
    ),
    photo: await select(
      'photo',
      'name, id, account_id, digest, bytes, width, height, used_at, is_kept',
      'where is_kept order by used_at, name',
    ),
  };
}

/** PostgreSQL takes no half of a surrogate pair. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}
