import { BrokenCircuitError, BulkheadRejectedError, bulkhead } from 'cockatiel';
import postgres from 'postgres';
import { atMost } from '../../../flow/at-most.ts';
import { Failure } from '../../../model/failure.ts';
import { type OutageBreaker, outageBreaker } from '../outage-breaker.ts';
import type { DatabaseAddress } from './address.ts';
import { SilenceBreaker } from './silence-breaker.ts';

/** Returns the time for the database, in milliseconds since 1970; null: its own clock. */
export type DatabaseClock = () => number | null;

/** A value of a statement's parameter. Objects are sent as JSON. */
export type Parameter = string | number | boolean | null | object;

export interface DatabaseOptions {
  /** Reports that the database has gone away, with the reason, or has come back. */
  readonly onAvailable: (isAvailable: boolean, reason?: unknown) => void;
  /** Reports a statement that failed without harm, though the database is there. */
  readonly onProblem: (error: unknown) => void;
}

/** How long a statement may take. Changes that must not be lost wait for the disk of the database. */
const limitsMs = { fast: 250, durable: 450 } as const;
/** Few, because statements that share a connection share its system calls: that is most of what they cost. */
const connections = 4;
const inFlight = 8 * connections;
/** Statements that wait for a connection. Their waiting counts against no limit of theirs, nor against the database. */
const maxWaiting = 5_000;
/** How often a database that is away is tried. */
const retryMs = 500;
const retryAfter = 2;
const closeWithinMs = 1_000;

/**
 * A PostgreSQL that may go away. Each statement ends within its limit; while the database is away, it fails at once. A
 * statement that has failed may still have been executed, unless the failure is `Unsent`.
 */
export class Database {
  /** Whether connections outlive a transaction, so that notifications arrive. */
  readonly isOwnSession: boolean;
  readonly #connect: () => postgres.Sql;
  readonly #onProblem: DatabaseOptions['onProblem'];
  #client: postgres.Sql;
  readonly #turns = bulkhead(inFlight, maxWaiting);
  /** Never replaced, so that it listens whenever the database is there. */
  readonly #listener: postgres.Sql;
  readonly #unlessAway: OutageBreaker;
  readonly #attempts = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(address: DatabaseAddress, { onAvailable, onProblem }: DatabaseOptions) {
    this.#onProblem = onProblem;
    this.isOwnSession = address.isOwnSession;
    this.#connect = () => connect(address);
    this.#client = this.#connect();
    this.#listener = connect(address, 1);
    this.#unlessAway = outageBreaker({
      isOutage: isAway,
      breaker: new SilenceBreaker(),
      probeEveryMs: retryMs,
      // Its connections may hang, and statements would wait for them.
      onBreak: () => {
        if (!this.#isClosed) this.#replaceClient();
      },
      onChange: onAvailable,
    });
  }

  /** Opens all connections, which takes longer than a statement may. @throws Error of the connection */
  async connect(): Promise<void> {
    await Promise.all(
      Array.from({ length: connections }, () => this.#client.unsafe('select pg_sleep(0.01)')),
    );
  }

  /**
   * Runs a statement.
   *
   * @throws Failure databaseUnavailable; postgres.PostgresError for a violated constraint
   */
  async query<Row extends object>(
    text: string,
    parameters: readonly Parameter[] = [],
    limit: keyof typeof limitsMs = 'fast',
  ): Promise<readonly Row[]> {
    return this.#run(() => within(limitsMs[limit], this.#client.unsafe<Row[]>(text, sent(parameters))));
  }

  /** Runs a statement that does no harm if it fails. Never rejects. `close` waits for it. */
  async attempt(text: string, parameters: readonly Parameter[] = []): Promise<void> {
    const attempted = this.query(text, parameters).catch((error: unknown) => {
      if (!(error instanceof Failure)) this.#onProblem(error);
    });
    this.#attempts.add(attempted);
    await attempted;
    this.#attempts.delete(attempted);
  }

  /** Runs a statement that changes what must not be lost. @throws as `query` */
  change<Row extends object>(text: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> {
    return this.query(text, parameters, 'durable');
  }

  /** Calls back at each notification, and whenever notifications may have been missed. Never rejects. */
  async listen(channel: string, onNotice: () => void): Promise<void> {
    await this.#listener.listen(channel, onNotice, onNotice).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await atMost(closeWithinMs, Promise.all(this.#attempts));
    await Promise.all([this.#client, this.#listener].map((client) => client.end({ timeout: 1 })));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.execute(() => this.#unlessAway(work));
    } catch (cause) {
      if (cause instanceof BrokenCircuitError || cause instanceof BulkheadRejectedError) throw new Unsent();
      if (isAway(cause)) throw unavailable(cause);
      throw cause;
    }
  }

  #replaceClient(): void {
    const old = this.#client;
    this.#client = this.#connect();
    void old.end({ timeout: 0 }).catch(() => undefined);
  }
}

/** The database is away, and the statement was not sent. */
export class Unsent extends Failure {
  constructor() {
    super('databaseUnavailable', message, { retryAfter });
  }
}

const message = 'The store does not answer at the moment';

function unavailable(cause: unknown): Failure {
  return new Failure('databaseUnavailable', message, { cause, retryAfter });
}

export function connect({ url, tls, isOwnSession }: DatabaseAddress, max = connections): postgres.Sql {
  return postgres(url, {
    max,
    ssl: tls ?? false,
    // A pooler may give the next statement a connection that has not prepared it, and refuses unknown parameters.
    prepare: isOwnSession,
    connection: {
      application_name: 'tierpress',
      ...(isOwnSession && {
        idle_in_transaction_session_timeout: 5_000,
        statement_timeout: limitsMs.durable,
      }),
    },
    connect_timeout: 1,
    backoff: () => 0.2,
    keep_alive: 10,
    fetch_types: false,
    onnotice: () => undefined,
    types: {
      // Milliseconds since 1970 and counts, which numbers hold exactly.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  });
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** A limit passes in so many parts, each in a turn of the event loop of its own. */
const parts = 5;

/**
 * Waits for a statement. The time for which this process could not read the answer, because it was busy or had no core,
 * counts as one part of the limit at most. The database itself stops the statement later. Asking it to would take a
 * connection, whose failure `postgres` lets end the process.
 */
async function within<T>(ms: number, statement: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let left = parts;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      left -= 1;
      if (left > 0) timer?.refresh();
      else reject(new TimedOut(`no answer within ${ms} ms`));
    }, ms / parts);
  });
  try {
    return await Promise.race([statement, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * SQLSTATE classes and codes of a database that cannot serve: lost connections, no resources, an operator's intervention,
 * an internal error, a read-only standby, a statement that was stopped, a deadlock.
 */
const awayStates = /^(08|53|57|58|XX|25006$|40|55P03$|28|3D000$)/;

function isAway(error: unknown): boolean {
  if (!(error instanceof postgres.PostgresError))
    return error instanceof Error && !(error instanceof Failure);
  return awayStates.test(error.code);
}

export function sent(parameters: readonly Parameter[]): postgres.ParameterOrJSON<never>[] {
  return [...parameters] as postgres.ParameterOrJSON<never>[];
}
