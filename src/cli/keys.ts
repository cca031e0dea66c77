import { withAccounts } from '../control/with-accounts.ts';
import { deps } from '../service/system.ts';
import { accountOf } from './account-of.ts';
import { loadConfig } from './config.ts';
import type { Io } from './io.ts';
import { ownerOf, secretOf } from './key-by-id.ts';

/** `tierpress keys create`: prints only the key on standard output, for scripts. */
export async function createKey(
  io: Io,
  options: { readonly user: string; readonly name: string; readonly json: boolean },
): Promise<void> {
  const config = await loadConfig(io);
  const created = await withAccounts(config, deps, async (accounts) => {
    const { id } = await accountOf(options.user, accounts);
    return accounts.createKey(id, options.name);
  });
  io.print(`${options.json ? JSON.stringify(created) : created.key}\n`);
  if (!options.json) io.complain('Keep this key: it cannot be shown again.\n');
}

/** `tierpress keys signing-secret`: prints the secret of a key that is valid. */
export async function printSigningSecret(io: Io, keyId: string): Promise<void> {
  const config = await loadConfig(io);
  await ownerOf(keyId, config);
  io.print(`${await secretOf(keyId, config)}\n`);
}
