import { librsvgRasteriser } from './librsvg.ts';
import type { Rasteriser, RasteriserName } from './rasteriser.ts';
import { resvgRasteriser } from './resvg.ts';

const makers: Readonly<Record<RasteriserName, () => Rasteriser>> = {
  resvg: resvgRasteriser,
  librsvg: librsvgRasteriser,
};

export function createRasteriser(name: RasteriserName): Rasteriser {
  return makers[name]();
}
