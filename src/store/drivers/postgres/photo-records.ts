import postgres from 'postgres';
import type { PhotoBounds, PhotoRecord, PhotoRecords } from '../../photo-records.ts';
import type { Database } from './database.ts';

/** The columns of `tierpress.photo`, in the order of a record's fields. */
const columns = 'name, id, account_id, digest, bytes, width, height, used_at';
const fields = `name, id, account_id as "accountId", digest, bytes, width, height, used_at as "usedAt"`;
/** SQLSTATE of a violated unique index. */
const taken = '23505';

/** The records of uploaded photos that all replicas share. */
export class PostgresPhotoRecords implements PhotoRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async reserve({ name, id, accountId, digest, bytes, width, height, usedAt }: PhotoRecord): Promise<void> {
    await this.#database.change(
      `insert into tierpress.photo (${columns}, is_kept) values ($1, $2, $3, $4, $5, $6, $7, $8, false)`,
      [name, id, accountId, digest, bytes, width, height, usedAt],
    );
  }

  async keep({ name }: PhotoRecord): Promise<boolean> {
    try {
      await this.#database.change('update tierpress.photo set is_kept = true where name = $1', [name]);
      return true;
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === taken) return false;
      throw error;
    }
  }

  async find(id: string): Promise<PhotoRecord | undefined> {
    const [record] = await this.#database.query<PhotoRecord>(
      `select ${fields} from tierpress.photo where id = $1 and is_kept`,
      [id],
    );
    return record;
  }

  async touch(id: string, usedAt: number): Promise<void> {
    await this.#database.attempt('update tierpress.photo set used_at = $2 where id = $1 and is_kept', [
      id,
      usedAt,
    ]);
  }

  async hide(name: string, at: number): Promise<void> {
    await this.#database.change(
      'update tierpress.photo set is_kept = false, used_at = $2 where name = $1 and is_kept',
      [name, at],
    );
  }

  async hideBeyond(
    { usedSince, accountBytes, visitorBytes }: PhotoBounds,
    at: number,
  ): Promise<readonly string[]> {
    const hidden = await this.#database.change<{ name: string }>(
      `update tierpress.photo set is_kept = false, used_at = $4 where is_kept and (used_at <= $1 or name in (
         select name from (
           select name, account_id is null as is_visitors,
             sum(bytes) over (partition by account_id is null order by used_at desc, name) as total
           from tierpress.photo where is_kept
         ) as ranked where total > case when is_visitors then $3::bigint else $2::bigint end
       )) returning name`,
      [usedSince, accountBytes, visitorBytes, at],
    );
    return hidden.map(({ name }) => name);
  }

  async leftovers(at: number): Promise<readonly string[]> {
    const left = await this.#database.query<{ name: string }>(
      'select name from tierpress.photo where not is_kept and used_at <= $1 limit 1000',
      [at],
    );
    return left.map(({ name }) => name);
  }

  async forget(names: readonly string[]): Promise<void> {
    await this.#database.change(
      'delete from tierpress.photo where name in (select jsonb_array_elements_text($1::jsonb)) and not is_kept',
      [names],
    );
  }
}
