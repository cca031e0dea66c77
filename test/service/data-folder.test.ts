import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderLock, lockFolder } from '../../src/files/folder-lock.ts';
import { lockDataFolder, startControl } from '../../src/service/data-folder.ts';
import { deps } from '../../src/service/system.ts';
import { FileAccounts } from '../../src/store/drivers/file/accounts.ts';

let dir: string;
let held: FolderLock | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-lock-'));
  held = await lockFolder(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('a service waits for a command that holds the data directory', async () => {
  const locking = lockDataFolder(dir);
  expect(await Promise.race([locking, wait(150, 'still waiting')])).toBe('still waiting');
  await held?.release();
  const lock = await locking;
  expect(await lockFolder(dir)).toBeUndefined();
  await lock.release();
});

test('a service refuses a data directory as soon as another service has announced itself', async () => {
  if (held === undefined) throw new Error('the folder is locked already');
  const refusal = expect(lockDataFolder(dir)).rejects.toThrow('is in use by another tierpress');
  const control = await startControl(dir, await FileAccounts.open(dir, deps), held);
  await refusal;
  await control.close();
  await held.release();
});
