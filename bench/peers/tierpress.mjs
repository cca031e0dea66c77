import { fromBuild } from '../build.mjs';
import { timed } from '../clock.mjs';

const { createRasteriser } = await fromBuild('raster/index.js');
const { encode } = await fromBuild('raster/encoders/encode.js');
const { createEngine } = await fromBuild('workers/engine.js');
const { drawBoard } = await fromBuild('svg/scene.js');
const { themes } = await fromBuild('themes/index.js');

/** Our engine as in a renderer process. Unlike the peers it receives the spec, and its layout is measured too. */
const engine = createEngine({ rasteriser: 'resvg' });
const rasteriser = createRasteriser('resvg');

export const prepare = (spec) => spec;

export const render = async (spec) => (await engine.render(spec)).bytes;

export const png = (spec) => render({ ...spec, format: 'png' });

/** CPU time of each stage in ms. Each stage starts from the result of the one before. */
export async function stages(spec) {
  const times = {};
  const note = async (stage, work) => {
    const { cpu, answer } = await timed(work);
    times[stage] = cpu;
    return answer;
  };
  const placed = await note('layout', () => engine.layOut(spec));
  const drawing = await note('svg', () => {
    const board = drawBoard(placed, themes[spec.theme]);
    const [boxes, figures, glyphs] = [board.boxes(), board.figures(), board.glyphs()];
    return { ...board, boxes: () => boxes, figures: () => figures, glyphs: () => glyphs };
  });
  const pixels = await note('raster', () => rasteriser.rasterise(drawing, spec.scale));
  await note('encode', () => encode(pixels, 'webp', false));
  return times;
}
