import { Failure } from '../model/failure.ts';
import { rememberLast } from '../model/lru.ts';

/** What a caller has used in the minute that began with its first use. */
interface Minute {
  readonly start: number;
  readonly used: number;
}

const minuteMs = 60_000;
/** Callers whose use is remembered: about 20 MB. The least recently seen are forgotten first. */
const maxCallers = 100_000;

/** Bounds what each caller may use in a minute of something that nothing charges. Counts in memory. */
export class MinuteAllowance {
  readonly #limit: number;
  readonly #what: string;
  readonly #now: () => Date;
  readonly #minutes = rememberLast<string, Minute>(maxCallers);

  /** @param what the plural of what is bounded, for the message of a refusal */
  constructor(limit: number, what: string, now: () => Date) {
    this.#limit = limit;
    this.#what = what;
    this.#now = now;
  }

  /** @throws Failure quotaExceeded when the caller has used up the limit of this minute */
  check(caller: string): void {
    const { start, used } = this.#minuteOf(caller);
    if (used < this.#limit) return;
    const retryAfter = Math.ceil((start + minuteMs - this.#now().getTime()) / 1000);
    throw new Failure('quotaExceeded', `Too many ${this.#what} in a minute; try again in ${retryAfter} s`, {
      retryAfter,
    });
  }

  count(caller: string, amount = 1): void {
    const { start, used } = this.#minuteOf(caller);
    this.#minutes.set(caller, { start, used: used + amount });
  }

  #minuteOf(caller: string): Minute {
    const now = this.#now().getTime();
    const minute = this.#minutes.get(caller);
    // After the clock was set back, a minute that starts in the future is over.
    const isCurrent = minute && minute.start <= now && now < minute.start + minuteMs;
    return isCurrent ? minute : { start: now, used: 0 };
  }
}
