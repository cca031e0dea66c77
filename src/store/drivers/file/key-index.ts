import type { Identity } from '../../ports.ts';
import type { Account, KeyRecord, KeysDocument } from './keys-document.ts';

/** A document's accounts and keys, by the fields that they are looked up by. */
export interface KeyIndex {
  readonly document: KeysDocument;
  /** By the hash of a key's value; without the keys of disabled accounts. */
  readonly identities: ReadonlyMap<string, Identity>;
  /** The same by the id of a key. */
  readonly identitiesById: ReadonlyMap<string, Identity>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly accountsByEmail: ReadonlyMap<string, Account>;
  /** By account. */
  readonly keys: ReadonlyMap<string, readonly KeyRecord[]>;
}

export function indexOf(document: KeysDocument): KeyIndex {
  const accounts = new Map<string, Account>();
  const accountsByEmail = new Map<string, Account>();
  for (const account of document.accounts) {
    accounts.set(account.id, account);
    accountsByEmail.set(account.email, account);
  }
  const identities = new Map<string, Identity>();
  const identitiesById = new Map<string, Identity>();
  const keys = new Map<string, KeyRecord[]>();
  for (const key of document.keys) {
    const { accountId } = key;
    const siblings = keys.get(accountId);
    if (siblings) siblings.push(key);
    else keys.set(accountId, [key]);
    const account = accounts.get(accountId);
    if (account && !account.disabled) {
      const identity = { accountId, keyId: key.id, plan: account.plan };
      identities.set(key.hash, identity);
      identitiesById.set(key.id, identity);
    }
  }
  return { document, identities, identitiesById, accounts, accountsByEmail, keys };
}
