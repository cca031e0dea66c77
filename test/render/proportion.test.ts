import { expect, test } from 'vitest';
import { createEngine } from '../../src/workers/engine.ts';
import { flavourBoard, specOf } from '../support/boards.ts';

const engine = createEngine({ rasteriser: 'resvg' });

test.each([1, 30])('the drawing grows in proportion to the number of tiles, in %d tiers', (tiers) => {
  const titles = Array.from({ length: tiers }, (_, index) => `T${index}`);
  const size = (tiles: number) => {
    const drawing = engine.draw(specOf(flavourBoard(tiles, titles)));
    return { scene: drawing.svg().length, boxes: drawing.boxes().length, glyphs: drawing.glyphs().length };
  };
  const [few, more, most] = [size(20), size(40), size(80)];
  for (const part of ['scene', 'boxes', 'glyphs'] as const) {
    expect(most[part] - more[part]).toBeGreaterThan(more[part] - few[part]);
    expect(most[part] - more[part]).toBeLessThan(2.5 * (more[part] - few[part]));
  }
});
