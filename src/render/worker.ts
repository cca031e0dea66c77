/** The renderer process: one engine, warm before it says it is ready. */
import sharp from 'sharp';
import * as v from 'valibot';
import workerpool from 'workerpool';
import { rasteriserNames } from '../raster/rasteriser.ts';
import { createEngine } from './engine.ts';
import { warmUp } from './warm-up.ts';

// One picture at a time in each process: more threads would only take cores from the other renderers.
sharp.concurrency(1);
sharp.cache(false);

const rasteriser = v.parse(v.picklist(rasteriserNames), process.argv.at(-1));
const engine = createEngine({ rasteriser });
await warmUp(engine);

workerpool.worker({ render: engine.render, ping: () => 'ready' });
