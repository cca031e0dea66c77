import type { RenderOrder } from '../model/board.ts';
import type { PictureSize, Prepared } from '../model/picture.ts';
import type { Size } from '../model/words.ts';
import { BadPicture } from '../raster/pictures/prepare.ts';
import type { Engine, LoadPicture } from './engine.ts';
import { LostPicture, readyPicture } from './picture-files.ts';
import type { PictureDigests, Renderer } from './ports.ts';

/** An engine with the folder its pictures lie in, drawing where it is called: in a renderer process, or on the command line. */
export function createRenderer(engine: Engine, pictureFolder: string): Renderer {
  return {
    render: (order, digests) => engine.render(order, loadFrom(pictureFolder, digests)),
    pictureSizes: async (order: RenderOrder): Promise<readonly PictureSize[]> => engine.pictureSizes(order),
    preparePicture: (digest, size) => prepare(pictureFolder, digest, size),
  };
}

/** Loads the pictures of an order, whose digests are known by their addresses. */
export function loadFrom(pictureFolder: string, digests: PictureDigests): LoadPicture {
  return async ({ address, width, height }) => {
    const digest = digests[address];
    if (digest === undefined) throw new Error('a picture that was not downloaded');
    return (await readyPicture(pictureFolder, digest, { width, height })).pixels;
  };
}

async function prepare(pictureFolder: string, digest: string, size: Size): Promise<Prepared> {
  try {
    return { kind: 'prepared', bytes: (await readyPicture(pictureFolder, digest, size)).written };
  } catch (error) {
    if (error instanceof BadPicture) return { kind: 'unusable', problem: error.message };
    if (error instanceof LostPicture) return { kind: 'lost' };
    throw error;
  }
}
