import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from '../../../model/client-network.ts';
import { Failure } from '../../../model/failure.ts';
import { normaliseEmail } from '../../email.ts';
import type { LoginGuess, LoginThrottle } from '../../ports.ts';

const minute = 60;
const hour = 60 * minute;

/** What an attempt has taken from a limiter. */
type Taken = readonly [limiter: RateLimiterMemory, key: string];

/**
 * Counts failed logins in memory. The counts end with the process.
 *
 * The limiter holds about 650 bytes and a timer for each count, without a bound. A blocked network adds no counts, and
 * the counts of an hour are for accounts that exist: so the number of client networks bounds the memory, to 1.5 MB for each.
 */
export function createLoginThrottle(): LoginThrottle {
  const networks = new RateLimiterMemory({ points: 20, duration: minute });
  const pairs = new RateLimiterMemory({ points: 5, duration: minute });
  const accounts = new RateLimiterMemory({ points: 50, duration: hour });
  /** What one network has added to the count of an account. */
  const shares = new RateLimiterMemory({ points: 5, duration: hour });

  /** Takes from all limiters that bind an attempt, and records each in `taken`. */
  async function takeAll({ email, address, account }: LoginGuess, taken: Taken[]): Promise<void> {
    const takeOne = async (...one: Taken) => {
      await take(...one);
      taken.push(one);
    };
    const network = clientNetwork(address);
    const pair = `${normaliseEmail(email)} ${network}`;
    await takeOne(networks, network);
    await takeOne(pairs, pair);
    if (account === undefined || account.isFromKnownNetwork) return;
    const counts = await takeOne(shares, pair).then(
      () => true,
      () => false,
    );
    if (counts) await takeOne(accounts, account.id);
    else await refuseIfUsedUp(accounts, account.id);
  }

  return {
    async attempt(guess) {
      const taken: Taken[] = [];
      const succeeded = async () => {
        for (const one of taken.splice(0)) await giveBack(...one);
      };
      try {
        await takeAll(guess, taken);
      } catch (error) {
        await succeeded();
        throw error;
      }
      return { succeeded };
    },
  };
}

/** @throws Failure quotaExceeded */
async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // The limiter also counts what it refuses: a burst of correct passwords would block the account.
    await giveBack(limiter, key);
    throw tooMany(refused);
  }
}

/** @throws Failure quotaExceeded */
async function refuseIfUsedUp(limiter: RateLimiterMemory, key: string): Promise<void> {
  const count = await limiter.get(key);
  if (count !== null && count.consumedPoints >= limiter.points) throw tooMany(count);
}

async function giveBack(...[limiter, key]: Taken): Promise<void> {
  const count = await limiter.get(key);
  // The window has ended: a point given back would be one too many in the next.
  if (count === null || count.msBeforeNext <= 0) return;
  // A count of zero is deleted, so that correct passwords use no memory.
  await (count.consumedPoints > 1 ? limiter.reward(key) : limiter.delete(key));
}

function tooMany({ msBeforeNext }: RateLimiterRes): Failure {
  return new Failure('quotaExceeded', 'Too many failed logins; try again later', {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}
