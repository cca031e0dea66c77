import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  labelRoom,
  labelScale,
  largestLabelSize,
  largestType,
  setLabel,
  widestLine,
} from '../../src/layout/labels.ts';
import type { PlacedBoard } from '../../src/layout/placed.ts';
import type { BoardItem, RenderSpec } from '../../src/model/board.ts';
import { aspectRatios } from '../../src/model/vocabulary.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { hanFormsOf } from '../../src/text/han.ts';
import { type MeasuredText, measureText } from '../../src/text/measure.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { runs } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const stacks = new Map(builtInThemes.all.map(({ name, fonts }) => [name, new FontStack(fonts.label)]));

const labels = [
  ...['Tea', 'Walnut', 'Fish and chips', 'Queueing at the post office', '🍋 Lemon', '🎣'],
  ...['Пирог', 'Гречневая каша', '火锅', '北京烤鸭', 'たこ焼き', '김치찌개'],
  ...['شاي', 'כיף', 'ต้มยำกุ้ง', 'आलू पराठा', 'Καφές'],
];
const label = fc.constantFrom(...labels);
const item = fc.oneof(
  label.map((text): BoardItem => ({ kind: 'text', label: text })),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.oneof(fc.constant(''), label))
    .map(([photo, text]): BoardItem => ({ kind: 'picture', address: `photo:${photo}:300x200`, label: text })),
);

/** Boards of 2 to 80 tiles, words and at least one photo. */
const mixedBoard = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 79, size: 'max' }),
    rows: fc.integer({ min: 1, max: 6 }),
    theme: fc.constantFrom(...stacks.keys()),
    aspectRatio: fc.constantFrom(...aspectRatios),
  })
  .map(({ items, rows, theme, aspectRatio }): RenderSpec => {
    const all = [{ kind: 'picture', address: 'photo:100:300x200', label: 'Photo' } as const, ...items];
    const tiers = Array.from({ length: rows }, (_, row) => ({
      title: 'SABCDF'[row] ?? '',
      color: null,
      items: all.filter((_, index) => index % rows === row),
    }));
    return { board: { title: '', tiers }, aspectRatio, theme, scale: 1, format: 'png', watermark: false };
  });

function forAll(law: (placed: PlacedBoard, spec: RenderSpec) => void): void {
  fc.assert(
    fc.property(mixedBoard, (spec) => law(engine.layOut(spec), spec)),
    { numRuns: runs(150) },
  );
}

/** Returns the words in tiles of their own, measured as the board has placed them, and their sizes. */
function wordsOn({ rows }: PlacedBoard, { board, theme }: RenderSpec) {
  const stack = stacks.get(theme);
  if (!stack) throw new Error(`no theme ${theme}`);
  const tiles = rows.flatMap((row) => row.tiles);
  const han = hanFormsOf(board.tiers.flatMap(({ items }) => items.map((one) => one.label)));
  // Emoji are in the line where they are not placed above the words.
  const isLarge = tiles.some((tile) => tile.label.emoji);
  const words = tiles.filter((tile) => tile.item.kind === 'text');
  return words.map((tile): { text: MeasuredText; size: number; lines: number } => ({
    text: measureText(tile.item.label, stack, isLarge ? 'large' : 'inline', undefined, han),
    size: tile.label.size,
    lines: tile.label.lines.length,
  }));
}

describe('the layout of a board with words and photos', () => {
  test('sets words in tiles of their own in the sizes of a board of words alone', () => {
    forAll((placed, spec) => {
      const words = wordsOn(placed, spec);
      const [tile] = placed.rows.flatMap((row) => row.tiles.map(({ box }) => box));
      if (!tile || words.length === 0) return;
      const scale = labelScale(
        words.map(({ text }) => text),
        tile,
      );
      expect(scale.length).toBeLessThanOrEqual(3);
      for (const { text, size } of words) expect(size).toBe(setLabel(text, scale, tile).size);
    });
  });

  test('sets words of one size as large as all of them allow, like an exhaustive search in half pixels', () => {
    forAll((placed, spec) => {
      const words = wordsOn(placed, spec);
      const [tile] = placed.rows.flatMap((row) => row.tiles.map(({ box }) => box));
      const sizes = new Set(words.map(({ size }) => size));
      if (!tile || sizes.size !== 1) return;
      const texts = words.map(({ text }) => text);
      const most = largestType(widestLine(texts), texts.length, tile);
      let best = 14;
      for (let tried = 14; tried <= most; tried += 0.5) {
        const allFit = texts.every((text) => largestLabelSize(text, labelRoom(tile)) >= tried);
        if (allFit) best = tried;
      }
      // They may be a little smaller, to stand in one line.
      for (const size of sizes) expect(size).toBeGreaterThanOrEqual(0.88 * best);
    });
  });

  test('gives the photos of a row one height', () => {
    forAll(({ rows }) => {
      for (const { tiles } of rows) {
        const photos = tiles.filter((tile) => tile.item.kind === 'picture');
        const heights = new Set(photos.map(({ box, captionHeight }) => box.height - captionHeight));
        expect(heights.size).toBeLessThanOrEqual(1);
        for (const { label, captionHeight } of photos) {
          if (label.lines.length > 0) expect(captionHeight).toBeGreaterThan(0);
        }
        if (photos.every((tile) => tile.item.label === '')) {
          expect(photos.every(({ captionHeight }) => captionHeight === 0)).toBe(true);
        }
      }
    });
  });
});

describe('the layout of a board of photos', () => {
  test('leaves no more space above a lane than beside it, unless its photos are as tall as 2:3', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(counts, fc.constantFrom(...aspectRatios), (tiles, aspectRatio) => {
        const spec = photoBoard(tiles, aspectRatio);
        for (const { lane, tiles } of engine.layOut(spec).rows) {
          const boxes = tiles.map(({ box }) => box);
          const [first] = boxes;
          if (!first || first.height >= Math.floor(first.width * 1.5)) continue;
          const lines = new Set(boxes.map(({ y }) => y)).size;
          const above = first.y - lane.y;
          const beside = lane.x + lane.width - Math.max(...boxes.map(({ x, width }) => x + width));
          // Spare pixels of the height are shared by the lines.
          expect(above).toBeLessThanOrEqual(beside + lines + 1);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

function photoBoard(counts: readonly number[], aspectRatio: RenderSpec['aspectRatio']): RenderSpec {
  const tiers = counts.map((count, row) => ({
    title: 'SABCDF'[row] ?? '',
    color: null,
    items: Array.from({ length: count }, (_, index): BoardItem => {
      return { kind: 'picture', address: `photo:${20 * row + index}:300x200`, label: '' };
    }),
  }));
  return {
    board: { title: '', tiers },
    aspectRatio,
    theme: 'night',
    scale: 1,
    format: 'png',
    watermark: false,
  };
}
