import { fromBuild } from './build.mjs';
import { median, settle, timed } from './measure.mjs';
import { ms, table } from './table.mjs';

const { createRasteriser } = await fromBuild('raster/index.js');
const { encode } = await fromBuild('raster/encode.js');
const { drawBoard } = await fromBuild('svg/scene.js');
const { themes } = await fromBuild('themes/index.js');

/** Median CPU time of each of our stages, as lines of text. Each stage starts from what the one before it made. */
export async function measureStages(engine, orderOf, { warmUp, rounds }) {
  const rasteriser = createRasteriser('resvg');
  const stages = { layout: [], svg: [], raster: [], encode: [] };
  for (let round = 0; round < warmUp + rounds; round++) {
    // Rounds go on after those of the comparison, so that new words are new here too.
    const order = orderOf(1000 + round);
    const note = async (stage, work) => {
      const { cpu, answer } = await timed(work);
      if (round >= warmUp) stages[stage].push(cpu);
      return answer;
    };
    const placed = await note('layout', () => engine.layOut(order));
    const drawing = await note('svg', () => {
      const board = drawBoard(placed, themes[order.theme]);
      const [shapes, glyphs] = [board.shapes(), board.glyphs()];
      return { ...board, shapes: () => shapes, glyphs: () => glyphs };
    });
    const pixels = await note('raster', () => rasteriser.rasterise(drawing, order.scale));
    await note('encode', () => encode(pixels, order.format));
    await settle();
  }
  const medians = Object.entries(stages).map(([stage, samples]) => [stage, ms(median(samples))]);
  return table(['tierpress, stage', 'CPU ms'], medians);
}
