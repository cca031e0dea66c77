import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { placeText } from '../../src/layout/place-text.ts';
import type { PlacedBoard, Rect } from '../../src/layout/placed.ts';
import type { Pixels } from '../../src/model/drawing.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { drawBoard } from '../../src/svg/scene.ts';
import { glyphPath, textMarks } from '../../src/svg/text-marks.ts';
import { fitText, largestLegibleSize } from '../../src/text/fit.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { type MeasuredText, measureText } from '../../src/text/measure.ts';
import type { Run } from '../../src/text/runs.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, specOf } from '../support/boards.ts';
import { noPhotos } from '../support/pixels.ts';
import { allCases, textCases } from '../text/cases.ts';

/** A tile of a well-filled board, in px. */
const box = { x: 0, y: 0, width: 180, height: 96 };
const sizes = { least: 14, most: 28 };

const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
/** Escapes characters that would be invisible in a snapshot. */
const readable = (text: string) =>
  text.replaceAll(/(?! )[\p{Cc}\p{Cf}\p{Co}\p{Z}\u{10ffff}]|\ufe0e|\ufe0f/gu, (one) => `<${codePoint(one)}>`);
/** Also escapes right-to-left letters, which would change the order of a line. */
const inOrder = (text: string) =>
  readable(text).replaceAll(/[\u0590-\u08ff]/g, (one) => `<${codePoint(one)}>`);

function sizeOf(text: MeasuredText): number {
  const largest = largestLegibleSize(text, box, sizes.least);
  return Math.floor(Math.max(sizes.least, Math.min(sizes.most, largest)) * 2) / 2;
}

const describeRun = (run: Run) => {
  if (run.kind === 'emoji') return 'name' in run.emoji ? `[${run.emoji.name}]` : '[art]';
  return run.kind === 'box' ? '□' : inOrder(run.text);
};

/** Returns a case as one line: size, large emoji, the lines with a hash of their outlines, and the characters drawn as boxes. */
function describeCase(label: string, stack: FontStack): string {
  const text = measureText(label, stack, 'large');
  const size = sizeOf(text);
  const placed = placeText(text, { ...fitText(text, size, box), size }, box);
  const lines = placed.lines.map((line) => {
    const { glyphs } = textMarks({ ...placed, lines: [{ ...line, x: 0, baseline: 0 }] }, '#000000');
    const hash = createHash('sha256').update(glyphPath(glyphs)).digest('hex').slice(0, 8);
    return `${line.runs.map(describeRun).join('')} ${hash}`;
  });
  const boxes = placed.lines.flatMap(({ runs }) =>
    runs.filter(({ kind }) => kind === 'box').map((run) => codePoint(run.text)),
  );
  const emoji = text.emoji && 'name' in text.emoji ? [`[${text.emoji.name}]`] : [];
  const notes = [
    ...(boxes.length > 0 ? [`boxes ${boxes.join(' ')}`] : []),
    ...(placed.shortened ? ['shortened'] : []),
  ];
  return [readable(label), `${size} px`, [...emoji, ...lines].join(' / '), ...notes].join(' | ');
}

test('the text cases are more than two hundred different labels', () => {
  const labels = allCases.map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(200);
  expect(new Set(labels).size).toBe(labels.length);
});

describe.each(builtInThemes.all)('$name', (theme) => {
  test('draws every case as in its snapshot', async () => {
    const stack = new FontStack(theme.fonts.label);
    const parts = Object.entries(textCases).map(
      ([group, labels]) => `${group}\n${labels.map((label) => `  ${describeCase(label, stack)}\n`).join('')}`,
    );
    await expect(parts.join('\n')).toMatchFileSnapshot(`../snapshots/text-cases-${theme.name}.txt`);
  });

  test('draws ink for every label, all of it inside its tile', async () => {
    const engine = createEngine({ rasteriser: 'resvg' });
    const resvg = createRasteriser('resvg');
    for (const labels of chunksOf(
      allCases.map(({ label }) => label.trim()),
      60,
    )) {
      const spec = specOf(boardOf('', [['', labels]]), { theme: theme.name, watermark: false });
      const placed = engine.layOut(spec);
      const drawn = await resvg.rasterise(drawBoard(placed, theme), 1, noPhotos);
      const bare = await resvg.rasterise(drawBoard(withoutText(placed), theme), 1, noPhotos);
      const tiles = placed.rows.flatMap((row) => row.tiles);
      const ink = inkOf(
        drawn,
        bare,
        tiles.map((tile) => tile.box),
      );
      expect(ink.outside).toBe(0);
      const bareTiles = tiles
        .filter((_, index) => (ink.inside[index] ?? 0) < 3)
        .map(({ label }) => label.text);
      expect(bareTiles).toEqual([]);
    }
  });
});

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

function withoutText(board: PlacedBoard): PlacedBoard {
  return {
    ...board,
    rows: board.rows.map((row) => ({
      ...row,
      tiles: row.tiles.map(({ label: { emoji: _, ...label }, ...tile }) => ({
        ...tile,
        label: { ...label, lines: [] },
      })),
    })),
  };
}

/** Returns the number of different pixels of two images in each box, and outside all boxes. */
function inkOf(drawn: Pixels, bare: Pixels, boxes: readonly Rect[]) {
  const inside = boxes.map(() => 0);
  let outside = 0;
  for (let y = 0; y < drawn.height; y++)
    for (let x = 0; x < drawn.width; x++) {
      const at = (y * drawn.width + x) * 4;
      if (isSame(drawn.data, bare.data, at)) continue;
      const tile = boxes.findIndex(
        (one) => x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height,
      );
      if (tile === -1) outside++;
      else inside[tile] = (inside[tile] ?? 0) + 1;
    }
  return { inside, outside };
}

function isSame(left: Uint8Array, right: Uint8Array, at: number): boolean {
  return left[at] === right[at] && left[at + 1] === right[at + 1] && left[at + 2] === right[at + 2];
}
