import type { RenderOrder } from '../model/board.ts';
import type { PictureSize, Prepared } from '../model/picture.ts';
import type { Size } from '../model/words.ts';
import { BadPicture } from '../raster/pictures/prepare.ts';
import type { Engine, LoadPicture } from './engine.ts';
import { LostPicture, type PictureFiles } from './picture-files.ts';
import type { PictureDigests, Renderer } from './ports.ts';

/** An engine with the files of its pictures, drawing where it is called: in a renderer process, or on the command line. */
export function createRenderer(engine: Engine, files: PictureFiles): Renderer {
  return {
    render: (order, digests) => engine.render(order, loadFrom(files, digests)),
    pictureSizes: async (order: RenderOrder): Promise<readonly PictureSize[]> => engine.pictureSizes(order),
    preparePicture: (digest, size) => prepare(files, digest, size),
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
