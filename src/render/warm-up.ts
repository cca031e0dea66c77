import type { RenderOrder } from '../model/board.ts';
import { aspectRatios, themeNames } from '../model/words.ts';
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
/** Rounds after which the code is compiled and a picture takes its usual time; found with `npm run bench`. */
const rounds = 3;

/** Draws pictures nobody asked for, so that fonts are open and code is hot before the first request. */
export async function warmUp(engine: Engine): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const theme of themeNames) {
      engine.draw(boardOf(theme, 40)).svg();
      await engine.render(boardOf(theme, round === 0 ? 80 : 8));
    }
}

function boardOf(theme: RenderOrder['theme'], tiles: number): RenderOrder {
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
    aspectRatio: aspectRatios[0],
    scale: 1,
    theme,
    format: 'webp',
    watermark: true,
  };
}
