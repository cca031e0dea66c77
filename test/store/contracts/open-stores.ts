import { rm } from 'node:fs/promises';
import { readConfig } from '../../../src/config/config.ts';
import { packagedData } from '../../../src/files/package-files.ts';
import { openStores } from '../../../src/store/open-stores.ts';
import type { OpenDriver, OpenedDriver } from './driver.ts';

const ignore = () => undefined;
const logger = {
  warn(message: unknown) {
    throw new Error(`unexpected warning: ${message}`);
  },
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

/** Opens the stores that the variables name, as the service does. Their data directory is removed in the end. */
export async function openStoresForTest(
  env: Readonly<Record<string, string>> & { readonly TIERPRESS_DATA_DIR: string },
  ...[now, settings, damageImage]: [...Parameters<OpenDriver>, OpenedDriver['damageImage']]
): ReturnType<OpenDriver> {
  const { config } = readConfig(env, JSON.stringify(settings), { ...packagedData, renderers: 1 });
  const open = () => openStores(config, { logger, metrics, now });
  let stores = await open();
  return {
    stores,
    async reopen() {
      await stores.close();
      stores = await open();
      return stores;
    },
    damageImage,
    async close() {
      await stores.close();
      await rm(config.dataDir, { recursive: true, force: true });
    },
  };
}
