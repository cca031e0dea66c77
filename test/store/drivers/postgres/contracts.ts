import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../../src/config/config.ts';
import { packagedData } from '../../../../src/files/package-files.ts';
import { openImageFolder } from '../../../../src/store/drivers/file/open-images.ts';
import { openPostgresStores } from '../../../../src/store/drivers/postgres/open.ts';
import { describeAccountOperationsContract, describeAccountsContract } from '../../contracts/accounts.ts';
import { type OpenDriver, openForTest } from '../../contracts/driver.ts';
import { describeImagesContract } from '../../contracts/images.ts';
import { describeLedgerContract } from '../../contracts/ledger.ts';
import { describeLoginThrottleContract } from '../../contracts/login-throttle.ts';
import { describeRenderCacheContract } from '../../contracts/render-cache.ts';
import { describeServiceStateContract } from '../../contracts/service-state.ts';
import { describeSessionsContract } from '../../contracts/sessions.ts';
import { describeUnchargedWorkContract } from '../../contracts/uncharged-work.ts';

const ignore = () => undefined;
const logger = {
  warn: ignore,
  error(line: unknown, message?: string) {
    if (!message?.startsWith('damaged pictures removed'))
      throw new Error(`unexpected error: ${message}`, { cause: line });
  },
};
const metrics = {
  store: { flushed: ignore, available: ignore },
  images: { evicted: ignore },
  quota: { refused: ignore },
};

/** Opens the driver in an empty database, with images in a folder. */
function driverOf(newDatabase: () => Promise<string>): OpenDriver {
  return async (now, settings) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-contract-'));
    await writeFile(join(dataDir, 'secret'), 'a1'.repeat(32));
    const env = { TIERPRESS_DATA_DIR: dataDir, TIERPRESS_STORE: await newDatabase() };
    const { config } = readConfig(env, JSON.stringify(settings), { ...packagedData, renderers: 1 });
    const deps = { logger, metrics, now, databaseNow: now };
    const open = () => openPostgresStores(config, deps, (ids) => openImageFolder(config, deps, ids));
    let stores = await open();
    return {
      stores,
      async reopen() {
        await stores.close();
        stores = await open();
        return stores;
      },
      async damageImage(fileName, change) {
        const path = join(dataDir, 'images', fileName);
        await writeFile(path, change(await readFile(path)));
      },
      async close() {
        await stores.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
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
