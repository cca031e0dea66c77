import { fromBuild } from '../build.mjs';
import { encode } from '../encode.mjs';

const { createRasteriser } = await fromBuild('raster/index.js');
const { createEngine } = await fromBuild('workers/engine.js');

/** Only encodes our pixels with sharp: the minimum cost for any contestant that encodes with it. */
const engine = createEngine({ rasteriser: 'resvg' });
const rasteriser = createRasteriser('resvg');

export const prepare = (spec) => rasteriser.rasterise(engine.draw(spec), spec.scale);

export const render = (pixels) => encode(pixels.data, pixels);
