import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { lazy } from '../flow/lazy.ts';
import { type Fetched, isPhotoId, type StoredPhoto, tileName } from '../model/photo.ts';
import { addressRule } from '../photos/address-rule.ts';
import { addressProblem } from '../photos/download-target.ts';
import { libraryFolders, openLibrary } from '../photos/library.ts';
import { portRule } from '../photos/photo-address.ts';
import type { Download, Downloader } from '../photos/ports.ts';
import { type FindUpload, readUpload } from '../photos/uploaded.ts';
import type { PhotoSource } from '../render/ports.ts';

export interface OpenPhotoSource extends PhotoSource {
  /** Cancels downloads. */
  close(): Promise<void>;
}

export interface PhotoSourceOptions {
  readonly folder: string;
  readonly version: string;
  readonly now: () => Date;
  /** Finds uploaded photos; absent: there are none. */
  readonly findUpload?: FindUpload;
  /** Receives the outcome of each download. */
  readonly onDownload?: (outcome: Download['kind']) => void;
}

/**
 * Opens the source of uploaded photos, and of photos from the web as far as the configuration allows them, with its cache
 * in `folder`.
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openPhotoSource(
  config: Pick<Config, 'allowAddresses' | 'allowPorts' | 'pictureCacheMegabytes'>,
  { folder, version, now, findUpload = async () => undefined, onDownload }: PhotoSourceOptions,
): Promise<OpenPhotoSource> {
  const mayReach = addressRule(config.allowAddresses);
  const mayUsePort = portRule(config.allowPorts);
  // Many boards have no photos, and the HTTP client takes long to load.
  const network = lazy(async () => {
    const { createDownloader, dnsResolver } = await import('../photos/download.ts');
    return createDownloader({
      mayReach,
      mayUsePort,
      resolve: dnsResolver(),
      userAgent: `tierpress/${version} (pictures for tier lists)`,
    });
  });
  const downloader: Downloader = {
    async download(address, options) {
      if (isPhotoId(address)) return readUpload(await findUpload(address), options.validators);
      const answer = await (await network.get()).download(address, options);
      onDownload?.(answer.kind);
      return answer;
    },
    async close() {
      await (await network.peek())?.close();
    },
  };
  const maxBytes = config.pictureCacheMegabytes * 1024 * 1024;
  const library = await openLibrary({ folder, maxBytes, downloader, now });
  const folders = libraryFolders(folder);
  const storedPhoto = (digest: string): StoredPhoto => ({
    digest,
    file: join(folders.sources, digest),
    tilesFolder: folders.tiles,
  });
  return {
    refusal: (address) => (isPhotoId(address) ? undefined : addressProblem(address, mayReach, mayUsePort)),
    missing: (addresses) =>
      addresses.filter((address) => !isPhotoId(address) && !library.has(address)).length,
    async fetchAll(addresses, signal, { heldOnly = false } = {}) {
      const mayDownload = heldOnly ? isPhotoId : () => true;
      const { outcomes, release } = await library.fetchAll(addresses, signal, mayDownload);
      const stored = [...outcomes].map(([address, outcome]): [string, Fetched] => [
        address,
        'problem' in outcome ? outcome : storedPhoto(outcome.digest),
      ]);
      return { outcomes: new Map(stored), release };
    },
    drop: (digest) => library.drop(digest),
    recordTile: (digest, size, bytes) => {
      const name = tileName(digest, size);
      if (bytes > 0) library.tiles.record(name, bytes);
      else library.tiles.has(name);
    },
    async close() {
      await library.close();
      await downloader.close();
    },
  };
}
