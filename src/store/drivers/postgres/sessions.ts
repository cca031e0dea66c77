import { hash } from 'node:crypto';
import { sessionLimits } from '../../../model/session.ts';
import type { Sessions } from '../../ports.ts';
import {
  networkHash,
  networkLifeMs,
  networksPerAccount,
  sessionExpiry,
  sessionHash,
  sessionsPerAccount,
  tokenBytes,
} from '../../session-rules.ts';
import type { Database } from './database.ts';

export interface PostgresSessionsDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
  /** Hashes the networks from which people log in. */
  readonly networkKey: Buffer;
}

interface SessionRow {
  readonly accountId: string;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** Sessions in a database, with a hash of each token. */
export class PostgresSessions implements Sessions {
  readonly #deps: PostgresSessionsDeps;
  readonly #database: Database;
  readonly #beingCreated = new Set<Promise<unknown>>();

  constructor(deps: PostgresSessionsDeps) {
    this.#deps = deps;
    this.#database = deps.database;
  }

  async create(accountId: string, address?: string): Promise<{ token: string; expiresAt: Date }> {
    const token = this.#deps.randomBytes(tokenBytes).toString('base64url');
    const now = this.#now();
    const network = address === undefined ? null : networkHash(this.#deps.networkKey, accountId, address);
    const created = this.#database.change('select tierpress.create_session($1, $2, $3, $4, $5, $6, $7, $8)', [
      hash('sha256', token),
      accountId,
      network,
      sessionsPerAccount,
      networksPerAccount,
      sessionLimits.idleMs,
      sessionLimits.absoluteMs,
      now,
    ]);
    this.#beingCreated.add(created);
    await created.finally(() => this.#beingCreated.delete(created));
    return { token, expiresAt: sessionExpiry(now, now) };
  }

  async knowsNetwork(accountId: string, address: string): Promise<boolean> {
    const rows = await this.#database.query(
      'select hash from tierpress.known_network where hash = $1 and used_at > $2',
      [networkHash(this.#deps.networkKey, accountId, address), this.#now() - networkLifeMs],
    );
    return rows.length > 0;
  }

  async find(token: string): Promise<{ accountId: string; expiresAt: Date } | undefined> {
    const digest = sessionHash(token);
    if (digest === undefined) return undefined;
    const { idleMs, absoluteMs } = sessionLimits;
    const now = this.#now();
    const [row] = await this.#database.query<Omit<SessionRow, 'usedAt'>>(
      'select * from tierpress.use_session($1, $2, $3, $4)',
      [digest, idleMs, absoluteMs, now],
    );
    return row && { accountId: row.accountId, expiresAt: sessionExpiry(row.createdAt, now) };
  }

  async end(token: string): Promise<void> {
    const digest = sessionHash(token);
    if (digest !== undefined)
      await this.#database.change('delete from tierpress.session where hash = $1', [digest]);
  }

  async endAll(accountId: string): Promise<void> {
    await Promise.allSettled(this.#beingCreated);
    await this.#database.change('delete from tierpress.session where account_id = $1', [accountId]);
  }

  async endOthers(accountId: string, token: string): Promise<number> {
    const rows = await this.#database.change(
      'delete from tierpress.session where account_id = $1 and hash <> $2 returning hash',
      [accountId, sessionHash(token) ?? ''],
    );
    return rows.length;
  }

  #now(): number {
    return this.#deps.now().getTime();
  }
}
