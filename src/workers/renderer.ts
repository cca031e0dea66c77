import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { EncodedPhoto, Prepared, Reencoded, StoredPhoto } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import { encodeTile } from '../raster/photos/encode-tile.ts';
import { UnusablePhotoError } from '../raster/photos/facts.ts';
import { reencodePhoto } from '../raster/photos/reencode.ts';
import type {
  Call,
  DrawingInput,
  MeasuredBoard,
  PhotoEncoder,
  PhotosByAddress,
  Renderer,
  SvgImage,
  SvgRenderer,
} from '../render/ports.ts';
import type { Engine, LoadPhoto } from './engine.ts';
import { LostPhotoError, type PhotoFiles, type ReadyPhoto } from './photo-files.ts';

/** A renderer with one caller at a time. Nothing waits, so calls name no owner. */
export interface LocalRenderer extends Renderer, SvgRenderer, PhotoEncoder {
  render(spec: RenderSpec, input: DrawingInput, call?: Until): Promise<RenderedImage>;
  svg(spec: RenderSpec, call?: Until): Promise<SvgImage>;
  measure(spec: RenderSpec, call?: Until): Promise<MeasuredBoard>;
  preparePhoto(photo: StoredPhoto, size: Size, call?: Until): Promise<Prepared>;
  encodePhoto(photo: StoredPhoto, size: Size, call?: Until): Promise<EncodedPhoto>;
  reencodePhoto(bytes: Uint8Array, call?: Until): Promise<Reencoded>;
}

/** The signal is checked only before a call begins: work in this process cannot be interrupted. */
type Until = Pick<Call, 'signal'>;

/** Creates a renderer that draws in the calling process: in a renderer process, or on the command line. */
export function createRenderer(engine: Engine, files: PhotoFiles): LocalRenderer {
  return {
    async render(spec, { photos = {}, layout }, call) {
      call?.signal?.throwIfAborted();
      return engine.render(spec, { load: loadFrom(files, photos), layout });
    },
    async svg(spec, call) {
      call?.signal?.throwIfAborted();
      return engine.svg(spec);
    },
    async measure(spec, call) {
      call?.signal?.throwIfAborted();
      return engine.measure(spec);
    },
    async preparePhoto(photo, size, call) {
      call?.signal?.throwIfAborted();
      return withTile(files, photo, size, ({ written }) => ({ kind: 'prepared', bytes: written }));
    },
    async encodePhoto(photo, size, call) {
      call?.signal?.throwIfAborted();
      return withTile(files, photo, size, async ({ pixels, written }) => ({
        kind: 'encoded',
        webp: await encodeTile(pixels),
        bytes: written,
      }));
    },
    async reencodePhoto(bytes, call) {
      call?.signal?.throwIfAborted();
      return reencode(bytes);
    },
  };
}

/** Returns a function that loads a board's photos by address. */
function loadFrom(files: PhotoFiles, photos: PhotosByAddress): LoadPhoto {
  return async ({ address, width, height }) => {
    const photo = photos[address];
    if (photo === undefined) throw new Error('a photo that was not downloaded');
    return (await files.ready(photo, { width, height })).pixels;
  };
}

/** Decodes a photo to a size, and returns what `use` makes of it, or why it cannot be drawn. */
async function withTile<T>(
  files: PhotoFiles,
  photo: StoredPhoto,
  size: Size,
  use: (ready: ReadyPhoto) => T | Promise<T>,
): Promise<T | Exclude<Prepared, { kind: 'prepared' }>> {
  try {
    return await use(await files.ready(photo, size));
  } catch (error) {
    if (error instanceof UnusablePhotoError) return { kind: 'unusable', problem: error.message };
    if (error instanceof LostPhotoError) return { kind: 'lost' };
    throw error;
  }
}

async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  try {
    return await reencodePhoto(bytes);
  } catch (error) {
    if (error instanceof UnusablePhotoError) return { problem: error.message };
    throw error;
  }
}
