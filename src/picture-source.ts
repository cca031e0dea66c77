import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { tileName } from './model/picture.ts';
import { addressRule } from './pictures/address-rule.ts';
import { createDownloader, dnsResolver } from './pictures/download.ts';
import { openLibrary } from './pictures/library.ts';
import { portRule } from './pictures/picture-address.ts';
import type { PictureSource } from './render/ports.ts';

/** Where downloaded pictures lie, for the service and its renderers alike. */
export function pictureFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'cache', 'pictures');
}

export interface OpenPictureSource extends PictureSource {
  /** Stops what is under way. */
  close(): Promise<void>;
}

/**
 * Pictures from the web as the configuration allows them, kept in `folder`.
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openPictureSource(
  config: Pick<Config, 'allowAddresses' | 'allowPorts' | 'pictureCacheMegabytes'>,
  { folder, version, now }: { readonly folder: string; readonly version: string; readonly now: () => Date },
): Promise<OpenPictureSource> {
  const downloader = createDownloader({
    mayReach: addressRule(config.allowAddresses),
    mayUsePort: portRule(config.allowPorts),
    resolve: dnsResolver(),
    userAgent: `tierpress/${version} (pictures for tier lists)`,
  });
  const maxBytes = config.pictureCacheMegabytes * 1024 * 1024;
  const library = await openLibrary({ folder, maxBytes, downloader, now });
  return {
    fetchAll: (addresses) => library.fetchAll(addresses),
    drop: (digest) => library.drop(digest),
    noteTile: (digest, size, bytes) => {
      const name = tileName(digest, size);
      if (bytes > 0) library.tiles.note(name, bytes);
      else library.tiles.has(name);
    },
    async close() {
      await library.close();
      await downloader.close();
    },
  };
}
