import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { Prepared, StoredPhoto } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import { UnusablePhotoError } from '../raster/photos/prepare.ts';
import type { Call, DrawingInput, MeasuredBoard, PhotosByAddress, Renderer } from '../render/ports.ts';
import type { Engine, LoadPhoto } from './engine.ts';
import { LostPhotoError, type PhotoFiles } from './photo-files.ts';

/** A renderer with one caller at a time. Nothing waits, so calls name no owner. */
export interface LocalRenderer extends Renderer {
  render(spec: RenderSpec, input: DrawingInput, call?: Until): Promise<RenderedImage>;
  measure(spec: RenderSpec, call?: Until): Promise<MeasuredBoard>;
  preparePhoto(photo: StoredPhoto, size: Size, call?: Until): Promise<Prepared>;
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
    async measure(spec, call) {
      call?.signal?.throwIfAborted();
      return engine.measure(spec);
    },
    async preparePhoto(photo, size, call) {
      call?.signal?.throwIfAborted();
      return prepare(files, photo, size);
    },
  };
}

/** Returns a function that loads a board's photos by address. */
export function loadFrom(files: PhotoFiles, photos: PhotosByAddress): LoadPhoto {
  return async ({ address, width, height }) => {
    const photo = photos[address];
    if (photo === undefined) throw new Error('a photo that was not downloaded');
    return (await files.ready(photo, { width, height })).pixels;
  };
}

async function prepare(files: PhotoFiles, photo: StoredPhoto, size: Size): Promise<Prepared> {
  try {
    return { kind: 'prepared', bytes: (await files.ready(photo, size)).written };
  } catch (error) {
    if (error instanceof UnusablePhotoError) return { kind: 'unusable', problem: error.message };
    if (error instanceof LostPhotoError) return { kind: 'lost' };
    throw error;
  }
}
