import { fromBuild } from './build.mjs';

const { createEngine } = await fromBuild('render/engine.js');
const { themes } = await fromBuild('themes/index.js');
const { inkOn } = await fromBuild('themes/contrast.js');

/** Our engine as a renderer process has it, in this process. */
export const engine = createEngine({ rasteriser: 'resvg' });

// An engine of its own: the one that is timed must not find the words of a new board already shaped.
const placer = createEngine({ rasteriser: 'resvg' });

/** Where everything stands in our picture of an order, and in which colours: what the peers are given. */
export function blueprint(order) {
  return { placed: placer.layOut(order), theme: themes[order.theme], inkOn };
}
