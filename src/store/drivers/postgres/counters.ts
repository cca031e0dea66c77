import type { Windows } from '../../../model/quota.ts';
import { isVisitor, visitorId } from '../../../model/visitor.ts';
import { hmac, type Secret } from '../../secret.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The counts of a row, and the database's time, in milliseconds since 1970. */
export interface CounterRow extends Windows {
  readonly time: number;
}

/** Names the counters of callers. */
export interface CounterIds {
  /** Returns the id of an account as it is; a visitor's contains the address, which is hashed with a key of the day. */
  of(accountId: string): string;
}

export function counterIds(secret: Secret, now: () => Date): CounterIds {
  let day = -1;
  let key: Buffer = Buffer.alloc(0);
  return {
    of(accountId) {
      if (!isVisitor(accountId)) return accountId;
      const today = Math.floor(now().getTime() / dayMs);
      if (today !== day) key = secret.derive(`visitors of day ${today}`);
      day = today;
      return visitorId(hmac(key, accountId).toString('hex'));
    },
  };
}
