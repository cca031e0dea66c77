import { idempotencyKeyLifeMs, keyOfAnotherRequest } from '../../../model/idempotency-key.ts';

/** A charge that is remembered with its idempotency key. */
export interface KeyedCharge {
  readonly accountId: string;
  readonly key: string;
  /** Of the request that was charged. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly chargedAt: number;
}

type RestoredCharge = Omit<KeyedCharge, 'fingerprint'> & { readonly fingerprint: string | undefined };

/** An account's charges with a key that are remembered, about 300 bytes each. The oldest are forgotten first. */
const maxKeysOfAccount = 10_000;
const sweepEveryMs = 60 * 60 * 1000;

/** The charges of the last day that were made with an idempotency key, in memory. */
export class ChargedKeys {
  /** By account and key, oldest first. */
  readonly #accounts = new Map<string, Map<string, KeyedCharge>>();
  #sweptAt = 0;

  /**
   * Whether a request has already been charged with this key.
   *
   * @throws Failure invalidRequest when another request has been
   */
  has({ accountId, key, fingerprint }: Omit<KeyedCharge, 'chargedAt'>, now: number): boolean {
    const charge = this.#accounts.get(accountId)?.get(key);
    if (charge === undefined || !isCurrent(charge, now)) return false;
    if (charge.fingerprint !== fingerprint) throw keyOfAnotherRequest();
    return true;
  }

  add(charge: KeyedCharge, now: number): void {
    if (Math.abs(now - this.#sweptAt) > sweepEveryMs) this.#sweep(now);
    const { accountId, key } = charge;
    const charges = this.#accounts.get(accountId) ?? new Map<string, KeyedCharge>();
    this.#accounts.set(accountId, charges);
    charges.delete(key);
    charges.set(key, charge);
    for (const oldest of charges.keys()) {
      if (charges.size <= maxKeysOfAccount) break;
      charges.delete(oldest);
    }
  }

  /** Forgets a charge. @returns false when it has already been forgotten, and its key perhaps used again */
  delete({ accountId, key, chargedAt }: Pick<KeyedCharge, 'accountId' | 'key' | 'chargedAt'>): boolean {
    const charges = this.#accounts.get(accountId);
    return charges?.get(key)?.chargedAt === chargedAt && charges.delete(key);
  }

  /** Applies a record of a journal. Without a fingerprint, the charge has been given back. */
  restore({ fingerprint, ...charge }: RestoredCharge, now: number): void {
    if (fingerprint === undefined) this.delete(charge);
    else this.add({ ...charge, fingerprint }, now);
  }

  /** Returns the charges that are still remembered. */
  *current(now: number): Generator<KeyedCharge> {
    for (const charges of this.#accounts.values()) {
      for (const charge of charges.values()) if (isCurrent(charge, now)) yield charge;
    }
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [accountId, charges] of this.#accounts) {
      for (const [key, charge] of charges) {
        if (isCurrent(charge, now)) break;
        charges.delete(key);
      }
      if (charges.size === 0) this.#accounts.delete(accountId);
    }
  }
}

/** A charge from the future, after the clock was put back, is also remembered for a day at most. */
function isCurrent({ chargedAt }: KeyedCharge, now: number): boolean {
  return Math.abs(now - chargedAt) < idempotencyKeyLifeMs;
}
