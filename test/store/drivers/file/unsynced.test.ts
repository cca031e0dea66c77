import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileAccounts } from '../../../../src/store/drivers/file/accounts.ts';
import { ImageFolder } from '../../../../src/store/drivers/file/image-folder.ts';
import { FileSessions } from '../../../../src/store/drivers/file/sessions.ts';
import { imageIds } from '../../../../src/store/image-id.ts';
import { breakDisk, mendDisk } from '../../../support/failing-disk.ts';

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const { withFaults } = await import('../../../support/failing-disk.ts');
  return withFaults(await importOriginal());
});
vi.mock(import('node:fs'), async (importOriginal) => {
  const { withFileFaults } = await import('../../../support/failing-disk.ts');
  return withFileFaults(await importOriginal());
});

const now = () => new Date('2026-01-02T03:04:05Z');
const deps = { now, randomBytes, warn: (message: string) => expect.unreachable(message) };
const uncertain = {
  code: 'changeUncertain',
  status: 503,
  message: 'The change was made, but a power cut may undo it; look before you try again',
};

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-unsynced-'));
});
afterEach(async () => {
  mendDisk();
  await rm(dir, { recursive: true, force: true });
});

/** Lets files be written and renamed, and fails to sync the folder itself. */
const breakSync = () => breakDisk({ code: 'EIO', path: new RegExp(`(${dir}|/images)$`), onlySync: true });

describe('a folder that cannot be synced after a rename', () => {
  it('leaves accounts and keys in the state that the disk has, and the answer says so', async () => {
    const store = await FileAccounts.open(dir, deps);
    const { id } = await store.addAccount({ email: 'a@b', plan: 'free', admin: true });
    const old = await store.createKey(id, 'old');
    breakSync();
    await expect(store.revokeKey(id, old.id)).rejects.toMatchObject(uncertain);
    await expect(store.createKey(id, 'new')).rejects.toMatchObject(uncertain);
    const namesIn = async (accounts: FileAccounts) => (await accounts.keysOf(id)).map(({ name }) => name);
    expect(await store.authenticate(old.key)).toBeUndefined();
    expect(await namesIn(store)).toEqual(['new']);
    expect(await namesIn(await FileAccounts.open(dir, deps))).toEqual(['new']);
    mendDisk();
    await store.createKey(id, 'newer');
    expect(await namesIn(await FileAccounts.open(dir, deps))).toEqual(['new', 'newer']);
  });

  it('leaves sessions in the state that the disk has', async () => {
    const sessionDeps = { ...deps, networkKey: randomBytes(32) };
    const store = await FileSessions.open(dir, sessionDeps);
    const { token } = await store.create('acc');
    breakSync();
    await expect(store.end(token)).rejects.toMatchObject(uncertain);
    expect(await store.find(token)).toBeUndefined();
    expect(await (await FileSessions.open(dir, sessionDeps)).find(token)).toBeUndefined();
  });

  it('takes an image back', async () => {
    const options = { ids: imageIds(randomBytes(32), randomBytes), now, maxBytes: 1e9 };
    const images = await ImageFolder.open(dir, options);
    breakSync();
    const saving = images.save(Buffer.from('image'), 'png', new Date('2026-01-03'));
    await expect(saving).rejects.toMatchObject({ code: 'storeUnavailable' });
    expect(await readdir(join(dir, 'images'))).toEqual([]);
    expect(images.bytes).toBe(0);
  });
});
