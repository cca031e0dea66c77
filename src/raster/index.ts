import type { RasteriserName } from '../model/vocabulary.ts';
import { librsvgRasteriser } from './librsvg.ts';
import type { Rasteriser } from './rasteriser.ts';
import { resvgRasteriser } from './resvg.ts';

const makers: Readonly<Record<RasteriserName, () => Rasteriser>> = {
  resvg: resvgRasteriser,
  librsvg: librsvgRasteriser,
};

/** Creates a rasteriser with empty caches. */
export function createRasteriser(name: RasteriserName): Rasteriser {
  return makers[name]();
}
