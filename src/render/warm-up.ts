import type { RenderOrder } from '../model/board.ts';
import { type ThemeName, themeNames } from '../model/words.ts';
import type { Engine } from './engine.ts';

const words = [
  'Apple',
  'Banana',
  'Cherry',
  'Dragon fruit',
  'Elderberry',
  'Fig',
  'Grapefruit',
  'Honeydew melon',
];
/** Drawings after which layout and scene are compiled: the first picture then costs no more than the tenth. */
const drawings = 6;

/** Draws pictures nobody asked for, so that fonts are open and code is hot before the first request. */
export async function warmUp(engine: Engine): Promise<void> {
  await engine.render(boardOf('night', 24));
  for (const theme of themeNames) drawAll(engine, boardOf(theme, 12));
  for (let round = 0; round < drawings; round++) drawAll(engine, boardOf('night', 60 + round));
}

function drawAll(engine: Engine, order: RenderOrder): void {
  const drawing = engine.draw(order);
  drawing.shapes();
  drawing.glyphs();
}

function boardOf(theme: ThemeName, tiles: number): RenderOrder {
  const items = Array.from({ length: tiles }, (_, index) => ({
    kind: 'text' as const,
    label: `${words[index % words.length]} ${index}`,
  }));
  const tiers = ['S', 'A', 'B', 'C'].map((title, row) => ({
    title,
    color: null,
    items: items.filter((_, index) => index % 4 === row),
  }));
  return {
    board: { title: 'Warming up', tiers },
    aspectRatio: '3:4',
    scale: 1,
    theme,
    format: 'webp',
    watermark: true,
  };
}
