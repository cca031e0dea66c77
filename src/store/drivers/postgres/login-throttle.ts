import { clientNetwork } from '../../../model/client-network.ts';
import { Failure } from '../../../model/failure.ts';
import { normaliseEmail } from '../../email.ts';
import type { LoginThrottle } from '../../ports.ts';
import { hmac } from '../../secret.ts';
import type { Database, DatabaseClock } from './database.ts';

export interface PostgresThrottleOptions {
  readonly database: Database;
  /** Hashes addresses and networks. */
  readonly key: Buffer;
  readonly at: DatabaseClock;
}

interface AttemptRow {
  readonly waitMs: number;
  readonly taken: readonly string[];
}

/** Counts failed logins for all replicas. */
export function postgresLoginThrottle({ database, key, at }: PostgresThrottleOptions): LoginThrottle {
  const hashed = (text: string) => hmac(key, text).toString('hex');
  return {
    async attempt({ email, address, account }) {
      const network = clientNetwork(address);
      const pair = `${normaliseEmail(email)} ${network}`;
      const [row] = await database.query<AttemptRow>(
        'select * from tierpress.attempt_login($1, $2, $3, $4, $5)',
        [hashed(network), hashed(pair), account?.id ?? null, account?.isFromKnownNetwork ?? false, at()],
      );
      if (row === undefined) throw new Error('attempt_login returned no row');
      if (row.waitMs > 0) {
        throw new Failure('quotaExceeded', 'Too many failed logins; try again later', {
          retryAfter: Math.max(1, Math.ceil(row.waitMs / 1000)),
        });
      }
      return {
        // If it cannot be given back now, one attempt fewer is left for a while.
        async succeeded() {
          await database.attempt('select tierpress.give_back_logins($1::jsonb, $2)', [row.taken, at()]);
        },
      };
    },
  };
}
