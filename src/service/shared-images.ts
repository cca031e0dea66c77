import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { FileCache } from '../files/file-cache.ts';
import { FairSemaphore } from '../flow/fair-semaphore.ts';
import { SingleFlight } from '../flow/single-flight.ts';
import { MinuteAllowance } from '../render/minute-allowance.ts';
import type { RenderDeps } from '../render/render.ts';
import {
  type PlannedSharedImage,
  type SharedImage,
  type SharedImageCall,
  sharedImage,
} from '../render/shared-image.ts';

/** Limit of the images on disk. The least recently used are removed first. */
const maxBytes = 128 * 1024 * 1024;
const names = /^[\w-]{43}$/;
/** Drawings at a time. */
const slotLimits = { slots: 2, slotsPerOwner: 1, waiting: 64 };

export interface SharedImages {
  /** See `sharedImage`. */
  readonly plan: (call: SharedImageCall) => PlannedSharedImage;
  /** Stops drawings in progress. */
  close(): Promise<void>;
}

/**
 * Opens the images of shared boards, which are drawn at the first request and cached in `cache/boards/`, apart from the
 * images that accounts are charged for.
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openSharedImages(
  config: Pick<Config, 'dataDir' | 'sharedMinute' | 'sharedNetworkMinute'>,
  render: Pick<RenderDeps, 'plan' | 'photos' | 'renderer' | 'now'>,
): Promise<SharedImages> {
  const { now } = render;
  const folder = join(config.dataDir, 'cache', 'boards');
  const files = await FileCache.open(folder, { maxBytes, names, now });
  const flights = new SingleFlight<SharedImage>();
  const deps = {
    ...render,
    flights,
    slots: new FairSemaphore(slotLimits),
    allowance: {
      network: new MinuteAllowance(config.sharedNetworkMinute, 'shared boards', now),
      service: new MinuteAllowance(config.sharedMinute, 'shared boards', now),
    },
    cache: {
      async read(fingerprint: string) {
        const bytes = await files.read(fingerprint);
        if (bytes === undefined || isWholePng(bytes)) return bytes;
        await files.drop(fingerprint);
        return undefined;
      },
      put: (fingerprint: string, bytes: Uint8Array) => files.put(fingerprint, bytes),
    },
  };
  return {
    plan: (call) => sharedImage(call, deps),
    async close() {
      await flights.close();
      await files.idle();
    },
  };
}

/** A crash may leave a part of a file. The last chunk of PNG is always the same (PNG, 11.2.5). */
function isWholePng(bytes: Buffer): boolean {
  return bytes.subarray(-8).toString('latin1') === 'IEND\xae\x42\x60\x82';
}
