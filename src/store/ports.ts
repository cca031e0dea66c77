import type { PlanName } from '../model/plan.ts';
import type { Caller } from '../render/ports.ts';

/** Who is calling, as far as a key tells. */
export interface Identity extends Caller {
  readonly keyId: string;
}

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  readonly admin: boolean;
  /** Absent: whoever it is for sets one with a one-time link. */
  readonly password?: string | undefined;
}

/** What may be told of an account. */
export interface AccountView {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly admin: boolean;
  readonly disabled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What may be told of a key. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** Enough of it to tell it from others. */
  readonly hint: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface CreatedKey {
  readonly id: string;
  readonly name: string;
  /** The key itself. This is the only time it can be seen. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What sets a password once. Whoever has the token has the account. */
export interface PasswordToken {
  readonly token: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

/** What an operator can do with accounts and keys. What a method has answered survives a crash. */
export interface Keyring {
  /** @throws Failure badEmail, emailTaken, badPassword */
  addAccount(account: NewAccount): Promise<AccountView>;
  /** @throws Failure invalidRequest when nobody has that address, tooManyKeys */
  createKey(email: string, name: string): Promise<CreatedKey>;
  /** A new one-time token for the password of an account; the one before works no longer. @throws Failure invalidRequest */
  createPasswordToken(email: string): Promise<PasswordToken>;
}

export interface AccountChange {
  readonly plan?: PlanName | undefined;
  readonly disabled?: boolean | undefined;
  readonly admin?: boolean | undefined;
}

/** Accounts and keys, as the HTTP interface needs them. What a method has answered survives a crash. */
export interface Accounts extends Keyring {
  /** Whose key this is; undefined for one that is malformed, unknown, revoked, or of a disabled account. */
  authenticate(key: string): Identity | undefined;
  find(accountId: string): AccountView | undefined;
  /** Whether somebody has that address. @throws Failure invalidRequest when it is none */
  hasAccount(email: string): boolean;
  /** In the order in which they were added. */
  list(page: { readonly offset: number; readonly limit: number }): {
    readonly accounts: readonly AccountView[];
    readonly total: number;
  };
  keysOf(accountId: string): readonly KeyView[];
  /** @throws Failure notFound when the account has no such key; invalidRequest when the name will not do */
  renameKey(accountId: string, keyId: string, name: string): Promise<KeyView>;
  /** Works from now on no longer. @throws Failure notFound when the account has no such key */
  revokeKey(accountId: string, keyId: string): Promise<void>;
  /** @throws Failure notFound; invalidRequest when nobody would be left to manage accounts */
  changeAccount(accountId: string, change: AccountChange): Promise<AccountView>;
  /** The account whose address and password these are, disabled or not. Takes as long when there is none. */
  checkPassword(email: string, password: string): Promise<AccountView | undefined>;
  /** @throws Failure badPassword */
  setPassword(accountId: string, password: string): Promise<void>;
  /**
   * Sets the password of the account that a one-time token is for.
   *
   * @throws Failure unauthorized, invalidRequest; forbidden when the account is disabled, for which the token stays good
   */
  redeemPasswordToken(token: string, password: string): Promise<AccountView>;
}
