import { setTimeout as wait } from 'node:timers/promises';
import type { RenderSpec } from '../model/board.ts';
import { defaults, type ThemeName } from '../model/vocabulary.ts';
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
const tiers = ['S', 'A', 'B', 'C', 'D', 'F'];
/**
 * Numbers of tiles on the boards that are drawn. With the small board V8 learns which code runs often; it compiles
 * that code during the others. The boards differ in words, title and tiers, because V8 compiles code again for a
 * board unlike the earlier ones. With twelve boards instead of three the start takes half as long again, and the
 * first image is no faster compared with the tenth. `npm run --prefix bench startup`
 */
const [small, medium, large] = [15, 60, 80] as const;
/** Pause between two steps after the start. It leaves time for jobs and for the other processes. */
const pauseMs = 20;

/** Draws boards so that fonts are open and code is compiled before the first request. */
export async function warmUp(engine: Engine, themes: readonly ThemeName[]): Promise<void> {
  for (const theme of othersOf(themes)) drawAll(engine, boardOf(theme, words.slice(0, 1)));
  await engine.render(boardOf(defaults.theme, newLabels(small)));
  await engine.render({
    ...boardOf(defaults.theme, newLabels(medium).map(oneWord), tiers.slice(1), words.join(' ')),
    watermark: false,
  });
}

/**
 * Returns the spec of the last warm-up image. It is sent like a request's, so that the path to the renderer is warm,
 * too.
 */
export function finalWarmUpSpec(): RenderSpec {
  const mixed = newLabels(large).map((label, index) => (index % 2 === 0 ? label : oneWord(label, index)));
  return boardOf(defaults.theme, mixed);
}

/**
 * Draws what the first image does not need: the letters of the other themes, and long labels, for which V8 compiles much
 * that short ones do not run. A little at a time, and nothing while a board is drawn. Without the long labels the first
 * board of them costs a fifth more. `npm run --prefix bench first`
 */
export async function warmUpRest(
  engine: Engine,
  themes: readonly ThemeName[],
  isDrawing: () => boolean,
): Promise<void> {
  const letters = othersOf(themes).flatMap((theme) => words.map((word) => boardOf(theme, [word])));
  for (const board of [...letters, ...longBoards()]) {
    do await wait(pauseMs);
    while (isDrawing());
    drawAll(engine, board);
  }
}

function othersOf(themes: readonly ThemeName[]): ThemeName[] {
  return themes.filter((theme) => theme !== defaults.theme);
}

function drawAll(engine: Engine, spec: RenderSpec): void {
  const drawing = engine.draw(spec);
  drawing.boxes();
  drawing.figures();
  drawing.glyphs();
}

/** Returns labels that no earlier board had. Repeated labels would come from a cache and leave text shaping cold. */
function newLabels(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `${words[index % words.length]} ${(count * 1000 + index).toString(36)}`,
  );
}

/** What follows a letter of a long label: gaps, a soft hyphen, an emoji, and a Khmer letter, for which there is no font. */
const ends = [' ', '', ' ', ' wi\u00adfi-', '🍊', '\u1780'];

/** Returns boards of long labels: letters with marks that their font lacks, each with one of `ends` after it or a gap. */
function longBoards(): RenderSpec[] {
  const letter = (index: number) => String.fromCodePoint(0x430 + (index % 32));
  const marks = (index: number) => String.fromCodePoint(0x316 + (index % 37), 0x300 + (index % 31));
  const label = (start: number, after: readonly string[]) =>
    Array.from({ length: 60 }, (_, place) => {
      const index = start + place;
      return `${letter(index)}${marks(index)}${after[index % after.length]}`;
    }).join('');
  return Array.from({ length: 16 }, (_, board) =>
    boardOf(defaults.theme, [label(200 * board, ends), label(200 * board + 100, [' '])]),
  );
}

/** Returns four to twelve letters of a label as one word. */
function oneWord(label: string, index: number): string {
  const letters = label.toLowerCase().replaceAll(' ', '');
  return `${letters.slice(0, 4 + (index % 9))}${index.toString(36)}`;
}

function boardOf(
  theme: ThemeName,
  labels: readonly string[],
  titles: readonly string[] = tiers,
  title = 'Warming up',
): RenderSpec {
  return {
    board: {
      title,
      tiers: titles.map((tier, row) => ({
        title: tier,
        color: null,
        items: labels
          .filter((_, index) => index % titles.length === row)
          .map((label) => ({ kind: 'text' as const, label })),
      })),
    },
    aspectRatio: '3:4',
    scale: 1,
    theme,
    format: 'webp',
    watermark: true,
  };
}
