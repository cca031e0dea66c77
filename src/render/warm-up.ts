import type { RenderOrder } from '../model/board.ts';
import { defaults, type ThemeName } from '../model/words.ts';
import type { Engine } from './engine.ts';

/** Every Latin letter and digit, in labels of one and of several lines. */
const words = [
  'Sphinx of black quartz',
  'Judge',
  'MY VOW',
  'The quick brown fox',
  'JUMPS OVER',
  'Lazy dogs',
  '0123456789',
  'HEXAGON CLIFF BZDK',
];
/** Tiles of the boards that are drawn: as many as start-up has time for (`npm run --prefix bench startup`). */
const boards = [30, 60] as const;

/** Draws pictures nobody asked for, so that fonts are open and code is hot before the first request. */
export async function warmUp(engine: Engine, themes: readonly ThemeName[]): Promise<void> {
  for (const theme of themes) drawAll(engine, boardOf(theme, words.length));
  for (const tiles of boards) await engine.render(boardOf(defaults.theme, tiles));
}

function drawAll(engine: Engine, order: RenderOrder): void {
  const drawing = engine.draw(order);
  drawing.shapes();
  drawing.glyphs();
}

function boardOf(theme: ThemeName, tiles: number): RenderOrder {
  const items = Array.from({ length: tiles }, (_, index) => ({
    kind: 'text' as const,
    // Words that no board before has had: what is remembered would leave the shaping of text cold.
    label: `${words[index % words.length]} ${(tiles * 1000 + index).toString(36)}`,
  }));
  const tiers = ['S', 'A', 'B', 'C', 'D', 'F'].map((title, row) => ({
    title,
    color: null,
    items: items.filter((_, index) => index % 6 === row),
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
