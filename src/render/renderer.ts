import type { Picture, RenderOrder } from '../model/board.ts';
import type { PictureSize, Prepared } from '../model/picture.ts';
import type { Size } from '../model/words.ts';
import { BadPicture } from '../raster/pictures/prepare.ts';
import type { Engine, LoadPicture } from './engine.ts';
import { LostPicture, type PictureFiles } from './picture-files.ts';
import type { Call, PictureDigests, Renderer } from './ports.ts';

/** A renderer with one caller at a time: there is no line, so that nobody needs to be named. */
export interface LocalRenderer extends Renderer {
  render(order: RenderOrder, digests: PictureDigests, call?: Until): Promise<Picture>;
  pictureSizes(order: RenderOrder, call?: Until): Promise<readonly PictureSize[]>;
  preparePicture(digest: string, size: Size, call?: Until): Promise<Prepared>;
}

/** Looked at before something is begun: what runs here cannot be interrupted. */
type Until = Pick<Call, 'signal'>;

/** An engine with the files of its pictures, drawing where it is called: in a renderer process, or on the command line. */
export function createRenderer(engine: Engine, files: PictureFiles): LocalRenderer {
  return {
    async render(order, digests, call) {
      call?.signal?.throwIfAborted();
      return engine.render(order, loadFrom(files, digests));
    },
    async pictureSizes(order, call) {
      call?.signal?.throwIfAborted();
      return engine.pictureSizes(order);
    },
    async preparePicture(digest, size, call) {
      call?.signal?.throwIfAborted();
      return prepare(files, digest, size);
    },
  };
}

/** Loads the pictures of an order, whose digests are known by their addresses. */
export function loadFrom(files: PictureFiles, digests: PictureDigests): LoadPicture {
  return async ({ address, width, height }) => {
    const digest = digests[address];
    if (digest === undefined) throw new Error('a picture that was not downloaded');
    return (await files.ready(digest, { width, height })).pixels;
  };
}

async function prepare(files: PictureFiles, digest: string, size: Size): Promise<Prepared> {
  try {
    return { kind: 'prepared', bytes: (await files.ready(digest, size)).written };
  } catch (error) {
    if (error instanceof BadPicture) return { kind: 'unusable', problem: error.message };
    if (error instanceof LostPicture) return { kind: 'lost' };
    throw error;
  }
}
