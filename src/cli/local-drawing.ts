import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Config } from '../config/config.ts';
import type { Resolved } from '../items/resolve.ts';
import type { RenderedImage } from '../model/board.ts';
import type { ImageErrorPolicy } from '../model/vocabulary.ts';
import { blockLoaders } from '../raster/photos/decoders.ts';
import type { Call, Renderer } from '../render/ports.ts';
import { supplyPhotos } from '../render/supply-photos.ts';
import { openPhotoSource } from '../service/photo-source.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import { createEngine } from '../workers/engine.ts';
import { PhotoFiles } from '../workers/photo-files.ts';
import { createRenderer } from '../workers/renderer.ts';

/** Draws in this process, without a service. */
export interface LocalDrawing {
  /** @throws Failure for photos that cannot be loaded; the reason of the signal once it is aborted */
  draw(
    board: Pick<Resolved, 'spec' | 'photos'>,
    policy: ImageErrorPolicy,
    signal?: AbortSignal,
  ): Promise<RenderedImage>;
  /** Cancels downloads, and deletes the photos. */
  close(): Promise<void>;
}

/** Photos are stored in a temporary folder, because a service may be using the data directory. */
export async function openLocalDrawing(
  config: Config,
  { version, themes }: { readonly version: string; readonly themes: ThemeSet },
): Promise<LocalDrawing> {
  blockLoaders(config.rasteriser);
  const engine = createEngine({ rasteriser: config.rasteriser, themes });
  const renderer = inTurn(createRenderer(engine, new PhotoFiles()));
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const photos = await openPhotoSource(config, { folder, version, now: () => new Date() }).catch(
    async (error: unknown) => {
      await removeFolder();
      throw error;
    },
  );
  return {
    async draw(board, policy, signal) {
      const call: Call = { owner: 'cli', ...(signal && { signal }) };
      const supplied = await supplyPhotos(board.spec, board.photos, policy, { renderer, photos }, call);
      try {
        const image = await renderer.render(supplied.spec, supplied.input, call);
        return { ...image, warnings: [...supplied.warnings, ...image.warnings] };
      } finally {
        supplied.release();
      }
    },
    async close() {
      await photos.close();
      await removeFolder();
    },
  };
}

/** Lets one call of a renderer wait for the other: an engine serves one at a time. */
function inTurn({ render, measure, preparePhoto }: Renderer): Renderer {
  const turn = pLimit(1);
  return {
    render: (...call) => turn(() => render(...call)),
    measure: (...call) => turn(() => measure(...call)),
    preparePhoto: (...call) => turn(() => preparePhoto(...call)),
  };
}
