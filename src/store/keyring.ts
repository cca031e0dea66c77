import type { PlanName } from '../model/plan.ts';

/** Who is calling, as far as a key tells. */
export interface Identity {
  readonly accountId: string;
  readonly keyId: string;
  readonly plan: PlanName;
}

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  readonly admin: boolean;
}

export interface CreatedAccount extends NewAccount {
  readonly id: string;
}

export interface CreatedKey {
  readonly id: string;
  readonly name: string;
  /** The key itself. This is the only time it can be seen. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What an operator can do with accounts and keys. What a method has answered survives a crash. */
export interface Keyring {
  /** @throws Failure invalidRequest when the address is none or is taken */
  addAccount(account: NewAccount): Promise<CreatedAccount>;
  /** @throws Failure invalidRequest when nobody has that address, or has too many keys */
  createKey(email: string, name: string): Promise<CreatedKey>;
}
