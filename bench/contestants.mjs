/**
 * The contestants: each way from a board to an image, and the peer that it belongs to. `module` is loaded only in the
 * contestant's own process. It exports `prepare`, which converts a spec into the input, and the `way`, which converts
 * that into an image.
 */
export const contestants = [
  { name: 'tierpress', peer: 'tierpress', module: './peers/tierpress.mjs', way: 'render' },
  { name: 'satori + resvg + sharp', peer: 'satori', module: './peers/satori.mjs', way: 'render' },
  { name: 'takumi, own WebP', peer: 'takumi', module: './peers/takumi.mjs', way: 'ownWebp' },
  { name: 'takumi + sharp', peer: 'takumi', module: './peers/takumi.mjs', way: 'withSharp' },
  { name: 'canvas, own WebP', peer: 'canvas', module: './peers/canvas.mjs', way: 'ownWebp' },
  { name: 'canvas + sharp', peer: 'canvas', module: './peers/canvas.mjs', way: 'withSharp' },
  { name: 'sharp encoding alone', peer: 'floor', module: './peers/floor.mjs', way: 'render' },
];
