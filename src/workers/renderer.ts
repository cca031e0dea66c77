import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { PhotoSize, Prepared } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import { UnusablePhotoError } from '../raster/photos/prepare.ts';
import type { Call, PhotoDigests, Renderer } from '../render/ports.ts';
import type { Engine, LoadPhoto } from './engine.ts';
import { LostPhotoError, type PhotoFiles } from './photo-files.ts';

/** A renderer with one caller at a time: there is no line, so that nobody needs to be named. */
export interface LocalRenderer extends Renderer {
  render(spec: RenderSpec, digests: PhotoDigests, call?: Until): Promise<RenderedImage>;
  photoSizes(spec: RenderSpec, call?: Until): Promise<readonly PhotoSize[]>;
  preparePhoto(digest: string, size: Size, call?: Until): Promise<Prepared>;
}

/** Looked at before something is begun: what runs here cannot be interrupted. */
type Until = Pick<Call, 'signal'>;

/** An engine with the files of its pictures, drawing where it is called: in a renderer process, or on the command line. */
export function createRenderer(engine: Engine, files: PhotoFiles): LocalRenderer {
  return {
    async render(spec, digests, call) {
      call?.signal?.throwIfAborted();
      return engine.render(spec, loadFrom(files, digests));
    },
    async photoSizes(spec, call) {
      call?.signal?.throwIfAborted();
      return engine.photoSizes(spec);
    },
    async preparePhoto(digest, size, call) {
      call?.signal?.throwIfAborted();
      return prepare(files, digest, size);
    },
  };
}

/** Loads the pictures of an order, whose digests are known by their addresses. */
export function loadFrom(files: PhotoFiles, digests: PhotoDigests): LoadPhoto {
  return async ({ address, width, height }) => {
    const digest = digests[address];
    if (digest === undefined) throw new Error('a picture that was not downloaded');
    return (await files.ready(digest, { width, height })).pixels;
  };
}

async function prepare(files: PhotoFiles, digest: string, size: Size): Promise<Prepared> {
  try {
    return { kind: 'prepared', bytes: (await files.ready(digest, size)).written };
  } catch (error) {
    if (error instanceof UnusablePhotoError) return { kind: 'unusable', problem: error.message };
    if (error instanceof LostPhotoError) return { kind: 'lost' };
    throw error;
  }
}
