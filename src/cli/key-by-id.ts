import type { Config } from '../config/config.ts';
import { withAccounts } from '../control/with-accounts.ts';
import { deps } from '../service/system.ts';
import { isKeyId } from '../store/account-rules.ts';
import type { Identity } from '../store/ports.ts';
import { readSharedSecret } from '../store/secret.ts';
import { signingSecrets } from '../store/signing-secret.ts';
import { CommandError } from './io.ts';

/** Returns the owner of a key. @throws CommandError for a key that is unknown or revoked, or whose account is disabled */
export async function ownerOf(keyId: string, config: Config): Promise<Identity> {
  if (!isKeyId(keyId)) throw new CommandError(`${keyId}: is no id of a key, such as key_8YtR1mB6qKx0`);
  const owner = await withAccounts(config, deps, (accounts) => accounts.identityOf(keyId));
  if (owner !== undefined) return owner;
  throw new CommandError(`${keyId}: there is no such key, or its account is disabled`);
}

/** Returns the signing secret of a key. */
export async function secretOf(keyId: string, { secretFile }: Config): Promise<string> {
  const secret = await readSharedSecret(secretFile, 'Start the service once, which creates it.');
  return signingSecrets(secret)(keyId);
}
