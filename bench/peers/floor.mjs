import { fromBuild } from '../build.mjs';
import { encode } from '../encode.mjs';

const { createRasteriser } = await fromBuild('raster/index.js');
const { createEngine } = await fromBuild('workers/engine.js');

/** Nothing but the encoding of our pixels by sharp: what everybody who encodes with it pays in any case. */
const engine = createEngine({ rasteriser: 'resvg' });
const rasteriser = createRasteriser('resvg');

export const prepare = (spec) => rasteriser.rasterise(engine.draw(spec), spec.scale);

export const render = (pixels) => encode(pixels.data, pixels);
