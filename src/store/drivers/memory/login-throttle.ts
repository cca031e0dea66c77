import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from '../../../model/client-network.ts';
import { Failure } from '../../../model/failure.ts';
import { normaliseEmail } from '../../email.ts';
import type { LoginThrottle } from '../../ports.ts';

const failuresPerAccount = 5;
const failuresPerAddress = 20;
const windowSeconds = 60;

/**
 * Counts failed logins in memory. A count ends with the process, and a minute after its first failure.
 *
 * The limiter holds about 650 bytes and a timer for each account and address until its minute ends, without a bound. A
 * blocked address adds no accounts, so the number of client addresses bounds the memory: 21 counts, 14 kB, for each.
 */
export function createLoginThrottle(): LoginThrottle {
  const accounts = new RateLimiterMemory({ points: failuresPerAccount, duration: windowSeconds });
  const networks = new RateLimiterMemory({ points: failuresPerAddress, duration: windowSeconds });
  return {
    async attempt(email, address) {
      const account = normaliseEmail(email);
      const network = clientNetwork(address);
      await take(networks, network);
      try {
        await take(accounts, account);
      } catch (error) {
        await giveBack(networks, network);
        throw error;
      }
      return {
        async succeeded() {
          await giveBack(accounts, account);
          await giveBack(networks, network);
        },
      };
    },
  };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // The limiter also counts what it refuses: a burst of correct passwords would block the account.
    await giveBack(limiter, key);
    throw new Failure('quotaExceeded', 'Too many failed logins; try again later', {
      retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
    });
  }
}

async function giveBack(limiter: RateLimiterMemory, key: string): Promise<void> {
  const count = await limiter.get(key);
  // The minute has ended: a point given back would be one too many in the next.
  if (count === null || count.msBeforeNext <= 0) return;
  // A count of zero is deleted, so that correct passwords use no memory.
  await (count.consumedPoints > 1 ? limiter.reward(key) : limiter.delete(key));
}
