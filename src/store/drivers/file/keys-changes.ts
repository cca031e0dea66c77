import { limits } from '../../../model/limits.ts';
import { emailTaken, lastAdmin, noSuchAccount, noSuchKey, tooManyKeys } from '../../account-rules.ts';
import type { AccountChange } from '../../ports.ts';
import type { Account, KeyRecord, KeysDocument } from './keys-document.ts';

/** @throws Failure emailTaken */
export function withAccount(document: KeysDocument, account: Account): KeysDocument {
  if (document.accounts.some((other) => other.email === account.email)) {
    throw emailTaken(account.email);
  }
  return { ...document, accounts: [...document.accounts, account] };
}

/** @throws Failure notFound when there is no such account; tooManyKeys */
export function withKey(document: KeysDocument, key: KeyRecord): KeysDocument {
  if (!document.accounts.some(({ id }) => id === key.accountId)) throw noSuchAccount();
  const siblings = document.keys.filter((other) => other.accountId === key.accountId);
  if (siblings.length >= limits.keysPerAccount) throw tooManyKeys();
  return { ...document, keys: [...document.keys, key] };
}

/** @throws Failure notFound when the account has no such key */
export function withKeyName(
  document: KeysDocument,
  accountId: string,
  keyId: string,
  name: string,
): KeysDocument {
  const index = document.keys.findIndex((key) => key.id === keyId && key.accountId === accountId);
  const key = document.keys[index];
  if (key === undefined) throw noSuchKey();
  return { ...document, keys: document.keys.with(index, { ...key, name }) };
}

/** @throws Failure notFound when the account has no such key */
export function withoutKey(document: KeysDocument, accountId: string, keyId: string): KeysDocument {
  const keys = document.keys.filter((key) => key.id !== keyId || key.accountId !== accountId);
  if (keys.length === document.keys.length) throw noSuchKey();
  return { ...document, keys };
}

/**
 * @throws Failure notFound when there is no such account; lastAdmin when no account would be left that can manage the others
 */
export function withChange(document: KeysDocument, accountId: string, change: AccountChange): KeysDocument {
  const next = withFields(document, accountId, (account) => ({
    ...account,
    plan: change.plan ?? account.plan,
    disabled: change.disabled ?? account.disabled,
    admin: change.admin ?? account.admin,
  }));
  if (!next.accounts.some(managesOthers) && document.accounts.some(managesOthers)) throw lastAdmin();
  return next;
}

/** @throws Failure notFound when there is no such account */
export function withFields(
  document: KeysDocument,
  accountId: string,
  change: (account: Account) => Account,
): KeysDocument {
  const index = document.accounts.findIndex((account) => account.id === accountId);
  const account = document.accounts[index];
  if (account === undefined) throw noSuchAccount();
  return { ...document, accounts: document.accounts.with(index, change(account)) };
}

function managesOthers(account: Account): boolean {
  return account.admin && !account.disabled;
}
