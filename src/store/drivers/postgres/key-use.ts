import type { Database } from './database.ts';

const writeEveryMs = 1_000;
/** Beyond so many keys in a second, uses are not recorded. */
const maxKeys = 10_000;

/** When keys were last used, written for all of them once a second. */
export class KeyUse {
  readonly #database: Database;
  readonly #now: () => Date;
  #uses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  add(keyId: string): void {
    if (this.#uses.size >= maxKeys && !this.#uses.has(keyId)) return;
    this.#uses.set(keyId, this.#now().getTime());
    this.#timer ??= setTimeout(() => void this.write(), writeEveryMs).unref();
  }

  /** Writes what is pending. Never rejects: while the database is away, uses are not recorded. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    await this.#database.attempt('select tierpress.use_keys($1::jsonb)', [Object.fromEntries(uses)]);
  }
}
