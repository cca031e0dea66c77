import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAccounts } from '../dist/store/drivers/file/accounts.js';

/**
 * Creates a data directory with this number of keys, 10 for each account.
 *
 * @returns its path, and one of the keys, of an account without limits
 */
export async function folderWithKeys(count) {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
  const store = await FileAccounts.open(folder, { now: () => new Date(), randomBytes });
  const { id } = await store.addAccount({ email: 'owner@localhost', plan: 'enterprise', admin: true });
  const { key } = await store.createKey(id, 'bench');
  await store.close();
  const path = join(folder, 'keys.json');
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const [account] = document.accounts;
  const [record] = document.keys;
  for (let index = 1; index < count; index++) {
    const accountId = `acc_${Math.floor(index / 10)}`;
    if (index === 1 || index % 10 === 0) {
      document.accounts.push({ ...account, id: accountId, email: `${accountId}@example.org`, admin: false });
    }
    document.keys.push({ ...record, id: `key_${index}`, accountId, hash: randomBytes(32).toString('hex') });
  }
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  return { folder, key };
}
