import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** What a test does to stored bytes behind the back of a driver. */
export type StoredBytes = Pick<OpenedDriver, 'damageImage' | 'damagePhotos' | 'countPhotos'>;

/** Reaches the bytes in a data directory. */
export function bytesIn(dataDir: string): StoredBytes {
  const change = async (path: string, change: (bytes: Buffer) => Buffer) =>
    writeFile(path, change(await readFile(path)));
  const photos = join(dataDir, 'photos');
  return {
    damageImage: (fileName, damage) => change(join(dataDir, 'images', fileName), damage),
    async damagePhotos(damage) {
      for (const name of await readdir(photos)) await change(join(photos, name), damage);
    },
    countPhotos: async () => (await readdir(photos)).length,
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
  bytes: StoredBytes,
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
    ...bytes,
    async close() {
      await stores.close();
      await rm(config.dataDir, { recursive: true, force: true });
    },
  };
}
