import { atMost } from '../../../flow/at-most.ts';
import { rememberLast } from '../../../model/lru.ts';
import type { Database, DatabaseClock } from './database.ts';

/** Charges that wait to be given back. Beyond these, the oldest are lost to their accounts. */
const maxWaiting = 10_000;
/** How long an answer waits for its charge to be given back: it is late already if the database does not answer. */
const waitMs = 100;
const retryMs = 1000;

/**
 * Gives charges back, also those for which no answer has come: they may have been made, or may arrive yet. While the
 * database is away, they wait here; a crash of this process loses them.
 */
export class Doubts {
  readonly #database: Database;
  readonly #holder: string;
  readonly #at: DatabaseClock;
  /** By charge: whether it is doubtful that it was made. */
  readonly #waiting = rememberLast<string, boolean>(maxWaiting);
  #timer: NodeJS.Timeout | undefined;

  /** @param holder of the claims of this replica */
  constructor(database: Database, holder: string, at: DatabaseClock) {
    this.#database = database;
    this.#holder = holder;
    this.#at = at;
  }

  /** Resolves when it is given back, or waits for the database. Never rejects. */
  async giveBack(chargeId: string, isDoubtful: boolean): Promise<void> {
    this.#waiting.set(chargeId, isDoubtful);
    await atMost(waitMs, this.#giveBackOne(chargeId, isDoubtful));
  }

  /** Gives back what waits. Never rejects. */
  async retry(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [chargeId, isDoubtful] of [...this.#waiting.entries()]) {
      if (!(await this.#giveBackOne(chargeId, isDoubtful))) break;
    }
  }

  async #giveBackOne(chargeId: string, isDoubtful: boolean): Promise<boolean> {
    try {
      await this.#database.query('select tierpress.give_back($1, $2, $3)', [
        chargeId,
        isDoubtful ? this.#holder : null,
        this.#at(),
      ]);
      this.#waiting.delete(chargeId);
      return true;
    } catch {
      // It may have been given back although no answer came: giving back twice counts once.
      this.#timer ??= setTimeout(() => void this.retry(), retryMs).unref();
      return false;
    }
  }
}
