import { every } from '../../../flow/every.ts';
import type { Usage } from '../../../model/quota.ts';
import type { TemplateUse } from '../../../render/ports.ts';
import { lastDays } from '../../past-days.ts';
import type { UsageReader } from '../../ports.ts';
import type { CounterIds } from './counters.ts';
import type { Database, DatabaseClock } from './database.ts';
import type { KeyUse } from './key-use.ts';
import { readCounter } from './ledger.ts';

/** How old the counts of templates may be. */
const refreshMs = 30_000;
/** The days that count as recent, today included. */
const recentDays = 7;

interface TemplateRow {
  readonly id: number;
  readonly total: number;
  readonly recent: number;
}

export interface PostgresUsageOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly keyUse: KeyUse;
  readonly at: DatabaseClock;
}

/** What all replicas have counted. */
export class PostgresUsage implements UsageReader, TemplateUse {
  readonly #options: PostgresUsageOptions;
  #templates: ReadonlyMap<number, TemplateRow> = new Map();
  /** Stops refreshing. */
  readonly close: () => void;

  private constructor(options: PostgresUsageOptions) {
    this.#options = options;
    this.close = every(refreshMs, () => this.#refresh().catch(() => undefined));
  }

  static async open(options: PostgresUsageOptions): Promise<PostgresUsage> {
    const usage = new PostgresUsage(options);
    await usage.#refresh();
    return usage;
  }

  async accountUsage(accountId: string): Promise<Usage> {
    const { database, ids, at } = this.#options;
    const { minute, day } = await readCounter(database, 'account', ids.of(accountId), at());
    return { minute, day };
  }

  async keyUsage(keyId: string) {
    const { database, keyUse, at } = this.#options;
    await keyUse.write();
    const { minute, day, usedAt } = await readCounter(database, 'key', keyId, at());
    return { minute, day, lastUsedAt: usedAt === null ? undefined : new Date(usedAt) };
  }

  async dailyUse(accountId: string, days: number) {
    const { database, at } = this.#options;
    const rows = await database.query<{ dayNumber: number; requests: number; today: number }>(
      `select day_number as "dayNumber", requests, tierpress.time_of($2) / 86400000 as today from (
         select day_number, requests from tierpress.past_day where account_id = $1
         union all select day_number, day from tierpress.counter where kind = 'account' and id = $1
         union all select -1, 0
       ) as days order by day_number`,
      [accountId, at()],
    );
    const perDay = new Map<number, number>();
    for (const { dayNumber, requests } of rows)
      perDay.set(dayNumber, (perDay.get(dayNumber) ?? 0) + requests);
    return lastDays([...perDay], rows[0]?.today ?? 0, days);
  }

  countTemplate(id: number): void {
    const { database, at } = this.#options;
    void database.attempt('select tierpress.count_template($1, $2)', [id, at()]);
  }

  /** Counts of up to 30 s ago. */
  templateRenders(id: number): { readonly total: number; readonly recent: number } {
    const { total = 0, recent = 0 } = this.#templates.get(id) ?? {};
    return { total, recent };
  }

  async #refresh(): Promise<void> {
    const { database, at } = this.#options;
    const rows = await database.query<TemplateRow>(
      `select template_id as id, sum(renders)::bigint as total,
         coalesce(sum(renders) filter (where day_number > tierpress.time_of($1) / 86400000 - $2), 0)::bigint as recent
       from tierpress.template_day group by template_id`,
      [at(), recentDays],
    );
    this.#templates = new Map(rows.map((row) => [row.id, row]));
  }
}
