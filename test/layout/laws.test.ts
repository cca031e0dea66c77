import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlacedBoard, PlacedText, Rect } from '../../src/layout/placed.ts';
import type { RenderSpec } from '../../src/model/board.ts';
import { canvases } from '../../src/model/vocabulary.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { anyOrder } from '../support/boards.ts';
import { runs } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
/** Rounding tolerance: baselines are on whole pixels. */
const slack = 0.75;

/** Checks a law on many boards of every kind. */
function forAll(law: (placed: PlacedBoard, spec: RenderSpec) => void): void {
  fc.assert(
    fc.property(anyOrder, (spec) => {
      law(engine.layOut(spec), spec);
    }),
    { numRuns: runs(150) },
  );
}

describe('the layout of any board', () => {
  test('places every item once, in the order of the request', () => {
    forAll(({ rows }, { board }) => {
      expect(rows.map((row) => row.title.text)).toEqual(board.tiers.map((tier) => tier.title));
      expect(rows.map((row) => row.tiles.map((tile) => tile.item))).toEqual(
        board.tiers.map((tier) => tier.items),
      );
    });
  });

  test('places the tiles of a lane from left to right and then from top to bottom', () => {
    forAll(({ rows }) => {
      for (const { tiles } of rows)
        for (const [index, tile] of tiles.slice(1).entries()) {
          const before = tiles[index]?.box;
          if (!before) continue;
          const follows = tile.box.y === before.y ? tile.box.x > before.x : tile.box.y > before.y;
          expect(follows).toBe(true);
        }
    });
  });

  test('places nothing outside the canvas, and every part inside its parent', () => {
    forAll(({ canvas, rows, title, watermark }) => {
      const whole = { x: 0, y: 0, ...canvas };
      for (const row of rows) {
        expectInside(row.box, whole);
        expectInside(row.cell, row.box);
        expectInside(row.lane, row.box);
        for (const tile of row.tiles) expectInside(tile.box, row.lane);
      }
      if (title) expectInside(title.box, whole);
      if (watermark) expectInside(watermark.box, whole);
    });
  });

  test('has no overlapping parts', () => {
    forAll(({ rows, title, watermark }) => {
      const blocks = [title?.box, ...rows.map((row) => row.box), watermark?.box].filter(
        (box) => box !== undefined,
      );
      expectApart(blocks);
      for (const row of rows) {
        expectApart([row.cell, row.lane]);
        expectApart(row.tiles.map((tile) => tile.box));
      }
    });
  });

  test('fills the canvas with rows at equal gaps, without a spare band at the bottom', () => {
    forAll(({ canvas, rows, watermark }) => {
      const gaps = rows.slice(1).map((row, index) => row.box.y - bottom(rows[index]?.box));
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      const end = bottom(rows.at(-1)?.box);
      expect((watermark?.box.y ?? canvas.height) - end).toBeLessThanOrEqual(watermark ? 16 : 32);
    });
  });

  test('has tiles of one size, with whole-pixel edges', () => {
    forAll(({ rows }) => {
      const tiles = rows.flatMap((row) => row.tiles.map((tile) => tile.box));
      expect(new Set(tiles.map(({ width, height }) => `${width}×${height}`)).size).toBeLessThanOrEqual(1);
      for (const tile of tiles)
        for (const edge of Object.values(tile)) expect(Number.isInteger(edge)).toBe(true);
    });
  });

  test('keeps text and its ink inside their box', () => {
    forAll(({ rows, title, watermark }) => {
      for (const row of rows) {
        expectTextInside(row.title, row.cell);
        for (const tile of row.tiles) expectTextInside(tile.label, tile.box);
      }
      if (title) expectTextInside(title.text, title.box);
      if (watermark) expectTextInside(watermark.text, watermark.box);
    });
  });

  test('sets labels in one size and at most two smaller steps, none under 14 px unless its own ink is too tall', () => {
    forAll(({ rows }) => {
      const labels = rows.flatMap((row) => row.tiles.map((tile) => ({ ...tile.label, tile: tile.box })));
      const usual = labels.filter((label) => label.size >= 14);
      expect(new Set(usual.map((label) => label.size)).size).toBeLessThanOrEqual(3);
      for (const label of labels) {
        const tall = label.ascent + label.descent >= 0.8 * label.tile.height;
        expect(label.size >= 14 || tall).toBe(true);
      }
    });
  });

  test('shortens a text only at the smallest legible size', () => {
    forAll(({ rows }) => {
      for (const row of rows)
        for (const text of [row.title, ...row.tiles.map((tile) => tile.label)])
          if (text.shortened) expect(text.size).toBeLessThanOrEqual(14);
    });
  });

  test('warns about every shortened text', async () => {
    const long = 'word '.repeat(20).trim();
    const items = Array.from({ length: 80 }, () => ({ kind: 'text' as const, label: long }));
    const spec = {
      board: { title: '', tiers: [{ title: 'S', color: null, items }] },
      aspectRatio: '1:1',
    } as const;
    const picture = await engine.render({
      ...spec,
      scale: 1,
      theme: 'night',
      format: 'webp',
      watermark: false,
    });
    const shortened = engine
      .layOut({ ...spec, scale: 1, theme: 'night', format: 'webp', watermark: false })
      .rows.flatMap((row) => row.tiles.filter((tile) => tile.label.shortened));
    expect(picture.warnings).toHaveLength(shortened.length);
    for (const warning of picture.warnings)
      expect(warning).toMatch(/^tiers\[0\]\.items\[\d+\]: the label is too long to be drawn whole$/);
  });

  test('has the canvas of its ratio', () => {
    forAll(({ canvas }, { aspectRatio }) => {
      expect(canvas).toEqual(canvases[aspectRatio]);
    });
  });
});

function bottom(box: Rect | undefined): number {
  return box ? box.y + box.height : 0;
}

function expectInside(inner: Rect, outer: Rect): void {
  const inside =
    inner.width > 0 &&
    inner.height > 0 &&
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    bottom(inner) <= bottom(outer);
  if (!inside) expect(inner).toEqual(outer);
}

function expectApart(boxes: readonly Rect[]): void {
  for (const [index, left] of boxes.entries())
    for (const right of boxes.slice(index + 1)) {
      const apart =
        left.x + left.width <= right.x ||
        right.x + right.width <= left.x ||
        bottom(left) <= right.y ||
        bottom(right) <= left.y;
      if (!apart) expect(left).not.toEqual(right);
      expect(apart).toBe(true);
    }
}

function expectTextInside(text: PlacedText, box: Rect): void {
  for (const line of text.lines) {
    expect(line.x).toBeGreaterThanOrEqual(box.x - slack);
    expect(line.x + line.width).toBeLessThanOrEqual(box.x + box.width + slack);
    expect(line.baseline - text.ascent).toBeGreaterThanOrEqual(box.y - slack);
    expect(line.baseline + text.descent).toBeLessThanOrEqual(bottom(box) + slack);
  }
  if (text.emoji) expectInside(text.emoji.box, box);
}
