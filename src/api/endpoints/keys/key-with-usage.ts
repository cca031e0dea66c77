import type { Accounts, KeyView, UsageReader } from '../../../store/ports.ts';

export interface KeyUsagePort {
  /** Returns the charges of a key and the time of its last use. */
  readonly keyUsageOf: UsageReader['keyUsage'];
}

export interface KeysPorts extends KeyUsagePort {
  readonly accounts: Pick<Accounts, 'keysOf'>;
}

/** Returns the keys of an account with their usage. */
export async function keysWithUsage(accountId: string, ports: KeysPorts) {
  const keys = await ports.accounts.keysOf(accountId);
  return Promise.all(keys.map((key) => keyWithUsage(key, ports)));
}

/** Returns a key with its usage, in the form of the answers. */
export async function keyWithUsage(key: KeyView, { keyUsageOf }: KeyUsagePort) {
  const { lastUsedAt, ...usage } = await keyUsageOf(key.id);
  return { ...key, lastUsedAt: lastUsedAt?.toISOString() ?? null, usage };
}
