import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { describeAccountOperationsContract, describeAccountsContract } from '../../contracts/accounts.ts';
import { type OpenDriver, openForTest, remember } from '../../contracts/driver.ts';
import { describeImagesContract } from '../../contracts/images.ts';
import { describeLedgerContract } from '../../contracts/ledger.ts';
import { bytesIn, openStoresForTest } from '../../contracts/open-stores.ts';
import { describePhotosContract } from '../../contracts/photos.ts';
import { describeRenderCacheContract } from '../../contracts/render-cache.ts';
import { describeFirstStartContract, describeServiceStateContract } from '../../contracts/service-state.ts';
import { describeSessionsContract } from '../../contracts/sessions.ts';
import { describeUnchargedWorkContract } from '../../contracts/uncharged-work.ts';

// The cost of a hash is not tested here.
vi.mock(import('../../../../src/store/password.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, createPasswords: (bytes) => real.createPasswords(bytes, { ln: 4, r: 8, p: 1 }) };
});

const openDriver: OpenDriver = async (...options) =>
  openIn(await mkdtemp(join(tmpdir(), 'tierpress-contract-')), ...options);

function openIn(dataDir: string, ...options: Parameters<OpenDriver>): ReturnType<OpenDriver> {
  return openStoresForTest({ TIERPRESS_DATA_DIR: dataDir }, options, bytesIn(dataDir));
}

const openAccounts = async () => (await openForTest(openDriver)).stores.accounts;

describeAccountOperationsContract('the file driver', async () => {
  const accounts = await openAccounts();
  return { operations: accounts, accounts };
});
describeAccountsContract('the file driver', openAccounts);
describeSessionsContract('file', openDriver);
describeLedgerContract('file', openDriver);
describeRenderCacheContract('file', openDriver);
describeImagesContract('file', openDriver);
describePhotosContract('file', openDriver);
describeFirstStartContract('file', openDriver);
describeServiceStateContract('file', openDriver);
describeUnchargedWorkContract('file', openDriver);

describe('the file driver', () => {
  it('writes files and folders that only their owner can read', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-contract-'));
    const { stores, clock, reopen } = await openForTest((...options) => openIn(dataDir, ...options));
    const { id } = await stores.accounts.addAccount({ email: 'a@b', plan: 'free', admin: true });
    await stores.sessions.create(id);
    await stores.firstStart.begin();
    const expiresAt = new Date(clock.time + 1000);
    const renderId = await stores.images.save(Buffer.from('image'), 'webp', expiresAt);
    const size = { width: 1, height: 1, warnings: [] };
    const record = { renderId, format: 'webp', createdAt: new Date(clock.time), expiresAt, ...size } as const;
    await remember(stores, 'a'.repeat(43), record);
    await stores.ledger.begin({ accountId: id, plan: 'free' }, 'b'.repeat(43));
    await reopen();
    const names = await readdir(dataDir, { recursive: true });
    expect(names).toEqual(
      expect.arrayContaining([
        'first-start',
        `images/${renderId}.webp`,
        'keys.json',
        'renders.journal',
        'secret',
        'sessions.json',
        'usage.journal',
      ]),
    );
    for (const name of names) {
      const file = await stat(join(dataDir, name));
      expect((file.mode & 0o777).toString(8), name).toBe(file.isDirectory() ? '700' : '600');
    }
  });
});
