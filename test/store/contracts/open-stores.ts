import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Changes the bytes of an image in a folder of images. */
export function damageFile(dataDir: string): OpenedDriver['damageImage'] {
  return async (fileName, change) => {
    const path = join(dataDir, 'images', fileName);
    await writeFile(path, change(await readFile(path)));
  };
}

/**
 * Opens the stores that the variables name. Their data directory is removed in the end.
 *
 * @param openAll absent: as the service does
 */
export async function openStoresForTest(
  env: Readonly<Record<string, string>> & { readonly TIERPRESS_DATA_DIR: string },
  [now, settings]: Parameters<OpenDriver>,
  damageImage: OpenedDriver['damageImage'],
  openAll = openStores,
): ReturnType<OpenDriver> {
  const { config } = readConfig(env, JSON.stringify(settings), { ...packagedData, renderers: 1 });
  const open = () => openAll(config, { logger, metrics, now });
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
