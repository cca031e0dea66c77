import { rememberLast } from '../../../model/lru.ts';
import type { Database } from './database.ts';

/** Charges that wait to be given back. Beyond these, the oldest are lost to their accounts. */
const maxWaiting = 10_000;

/**
 * Gives charges back, also those for which no answer has come: they may have been made, or may arrive yet. While the
 * database is away, they wait here; a crash of this process loses them.
 */
export class Doubts {
  readonly #database: Database;
  readonly #at: () => number | null;
  /** By charge: whether it is doubtful that it was made. */
  readonly #waiting = rememberLast<string, boolean>(maxWaiting);
  #isTrying = false;

  constructor(database: Database, at: () => number | null) {
    this.#database = database;
    this.#at = at;
  }

  /** Resolves when it is given back or waits for the database. Never rejects. */
  async giveBack(chargeId: string, isDoubtful: boolean): Promise<void> {
    this.#waiting.set(chargeId, isDoubtful);
    await this.#giveBackOne(chargeId, isDoubtful);
  }

  /** Gives back what waits. Call it when the database is back. Never rejects. */
  async retry(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    for (const [chargeId, isDoubtful] of [...this.#waiting.entries()]) {
      if (!(await this.#giveBackOne(chargeId, isDoubtful))) break;
    }
    this.#isTrying = false;
  }

  async #giveBackOne(chargeId: string, isDoubtful: boolean): Promise<boolean> {
    try {
      await this.#database.query('select tierpress.give_back($1, $2, $3)', [
        chargeId,
        isDoubtful,
        this.#at(),
      ]);
      this.#waiting.delete(chargeId);
      return true;
    } catch {
      // It may have been given back although no answer came. Giving back twice counts once, but a charge that is gone
      // must not be withdrawn, which costs only a row for ten minutes.
      return false;
    }
  }
}
