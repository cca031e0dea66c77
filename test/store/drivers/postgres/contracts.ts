import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImageFolder } from '../../../../src/store/drivers/file/open-images.ts';
import { openPostgresStores } from '../../../../src/store/drivers/postgres/open.ts';
import type { openStores } from '../../../../src/store/open-stores.ts';
import { describeAccountOperationsContract, describeAccountsContract } from '../../contracts/accounts.ts';
import { type OpenDriver, openForTest } from '../../contracts/driver.ts';
import { describeImagesContract } from '../../contracts/images.ts';
import { describeLedgerContract } from '../../contracts/ledger.ts';
import { describeLoginThrottleContract } from '../../contracts/login-throttle.ts';
import { bytesIn, openStoresForTest } from '../../contracts/open-stores.ts';
import { describePhotosContract } from '../../contracts/photos.ts';
import { describeRenderCacheContract } from '../../contracts/render-cache.ts';
import { describeServiceStateContract } from '../../contracts/service-state.ts';
import { describeSessionsContract } from '../../contracts/sessions.ts';
import { describeUnchargedWorkContract } from '../../contracts/uncharged-work.ts';

/** The clock of the test is that of the database, too. */
const openAll: typeof openStores = (config, deps) =>
  openPostgresStores(config, { ...deps, databaseNow: deps.now }, (ids) => openImageFolder(config, deps, ids));

/** Opens the driver in an empty database, with images in a folder. */
function driverOf(newDatabase: () => Promise<string>): OpenDriver {
  return async (...options) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-contract-'));
    await writeFile(join(dataDir, 'secret'), 'a1'.repeat(32));
    const env = { TIERPRESS_DATA_DIR: dataDir, TIERPRESS_STORE: await newDatabase() };
    return openStoresForTest(env, options, bytesIn(dataDir), openAll);
  };
}

/** Describes what matters most: charges and sessions. @param newDatabase returns the address of an empty database */
export function describeMainContracts(name: string, newDatabase: () => Promise<string>): void {
  const openDriver = driverOf(newDatabase);
  describeSessionsContract(name, openDriver);
  describeLedgerContract(name, openDriver);
}

/** Describes everything that the driver has to do. @param newDatabase returns the address of an empty database */
export function describePostgresContracts(name: string, newDatabase: () => Promise<string>): void {
  const openDriver = driverOf(newDatabase);
  const openAccounts = async () => (await openForTest(openDriver)).stores.accounts;
  describeMainContracts(name, newDatabase);
  describeAccountOperationsContract(`the driver of ${name}`, async () => {
    const accounts = await openAccounts();
    return { operations: accounts, accounts };
  });
  describeAccountsContract(`the driver of ${name}`, openAccounts);
  describeRenderCacheContract(name, openDriver);
  describeImagesContract(name, openDriver);
  describePhotosContract(name, openDriver);
  describeServiceStateContract(name, openDriver);
  describeUnchargedWorkContract(name, openDriver);
  describeLoginThrottleContract(name, async () => {
    const { stores, clock } = await openForTest(openDriver);
    const advance = async (ms: number) => {
      clock.time += ms;
    };
    return { throttle: stores.throttle, advance };
  });
}
