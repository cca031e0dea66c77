import { withKeyring } from '../control/with-keyring.ts';
import { deps } from '../service/system.ts';
import { loadConfig } from './config.ts';
import type { Io } from './io.ts';

/** `tierpress keys create`: the key alone on standard output, so that a script can take it. */
export async function createKey(
  io: Io,
  options: { readonly user: string; readonly name: string; readonly json: boolean },
): Promise<void> {
  const { dataDir } = await loadConfig(io);
  const created = await withKeyring(dataDir, deps, (keyring) =>
    keyring.createKey(options.user, options.name),
  );
  io.print(`${options.json ? JSON.stringify(created) : created.key}\n`);
  if (!options.json) io.complain('Keep this key: it cannot be shown again.\n');
}
