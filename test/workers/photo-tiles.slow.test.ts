import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../src/model/board.ts';
import type { PhotoSize } from '../../src/model/photo.ts';
import { aspectRatios, rasteriserNames, type ThemeName, themeNames } from '../../src/model/vocabulary.ts';
import { preparePhoto } from '../../src/raster/photos/prepare.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { apart, drawn, rgb } from '../raster/photos/support.ts';
import { boardOf, specOf } from '../support/boards.ts';
import { sampleOf } from '../support/runs.ts';

const engines = rasteriserNames.map((name) => [name, createEngine({ rasteriser: name })] as const);
const themeOf = (name: ThemeName) => {
  const theme = builtInThemes.all.find((candidate) => candidate.name === name);
  if (!theme) throw new Error(`no theme ${name}`);
  return theme;
};

/** Boards with tiles taller than wide, and wider than tall. */
const shapes = { tall: [16, 16, 16, 16, 16], wide: [1, 1, 1, 1] } as const;

function photoSpec(counts: readonly number[], label: string, choices: Partial<RenderSpec>): RenderSpec {
  const items = (count: number) =>
    Array.from({ length: count }, () => ({ kind: 'picture' as const, address: 'p', label }));
  const tiers = counts.map((count) => ({ title: 'S', color: null, items: items(count) }));
  return specOf({ title: '', tiers }, { aspectRatio: '16:9', format: 'png', ...choices });
}

async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

describe.each(sampleOf(engines))('with %s', (_, engine) => {
  test.each([
    ['photo', 'tall', 1],
    ['photo', 'wide', 2],
    ['logo', 'tall', 2],
    ['logo', 'wide', 1],
  ] as const)(
    'a %s on a %s tile keeps its proportions, in the middle, at scale %d',
    async (kind, shape, scale) => {
      const ground = kind === 'photo' ? '<path fill="#112233" d="M0 0h300v300H0z"/>' : '';
      const source = drawn(300, 300, `${ground}<circle cx="150" cy="150" r="100" fill="#ff8800"/>`);
      const bytes = await (kind === 'photo' ? source.removeAlpha() : source).png().toBuffer();
      const spec = photoSpec(shapes[shape], '', { scale });
      const tile = engine.layOut(spec).rows[0]?.tiles[0]?.box;
      if (!tile) throw new Error('a board without tiles');
      expect(tile.height > tile.width).toBe(shape === 'tall');
      expect(tile.height).not.toBe(tile.width);
      const load = (size: PhotoSize) => preparePhoto(bytes, size);
      const colourAt = await pixelsOf((await engine.render(spec, { load })).bytes);
      let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
      for (let y = tile.y * scale; y < (tile.y + tile.height) * scale; y++)
        for (let x = tile.x * scale; x < (tile.x + tile.width) * scale; x++) {
          if (apart(colourAt(x, y), rgb('#ff8800')) > 60) continue;
          [left, top] = [Math.min(left, x), Math.min(top, y)];
          [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
        }
      expect(right - left).toBeGreaterThan(0.4 * tile.width * scale);
      expect(Math.abs(right - left - (bottom - top))).toBeLessThanOrEqual(2);
      expect(Math.abs(left + right - (2 * tile.x + tile.width) * scale)).toBeLessThanOrEqual(3);
      expect(Math.abs(top + bottom - (2 * tile.y + tile.height) * scale)).toBeLessThanOrEqual(3);
    },
  );

  test.each([
    ['night', ''],
    ['night', 'Caption'],
    ['paper', ''],
    ['paper', 'Caption'],
  ] as const)('%s: an opaque photo hides its tile (caption: "%s")', async (theme, label) => {
    const { colors, outline } = themeOf(theme);
    // The photo has the colour around it, so it would show any line or speck of the tile's face.
    const around = rgb(outline?.color ?? colors.lane);
    const spec = photoSpec([3, 3], label, { theme });
    const load = async ({ width, height }: PhotoSize) => ({
      width,
      height,
      data: new Uint8Array(width * height * 4).map((_, at) => (at % 4 === 3 ? 255 : (around[at % 4] ?? 0))),
      isOpaque: true,
    });
    const colourAt = await pixelsOf((await engine.render(spec, { load })).bytes);
    const { box, captionHeight } = engine.layOut(spec).rows[0]?.tiles[0] ?? {};
    if (!box || captionHeight === undefined) throw new Error('a board without tiles');
    const rim = outline?.width ?? 0;
    let most = 0;
    for (let y = box.y + rim; y < box.y + box.height - Math.max(rim, captionHeight); y++)
      for (let x = box.x + rim; x < box.x + box.width - rim; x++)
        most = Math.max(most, apart(colourAt(x, y), around));
    expect(most).toBeLessThanOrEqual(3);
  });

  test.each(themeNames)('%s: a transparent photo shows its tile', async (theme) => {
    const load = async ({ width, height }: PhotoSize) => ({
      width,
      height,
      data: new Uint8Array(width * height * 4),
      isOpaque: false,
    });
    const spec = photoSpec([2], '', { theme });
    const { x, y, width, height } = engine.layOut(spec).rows[0]?.tiles[0]?.box ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const colourAt = await pixelsOf((await engine.render(spec, { load })).bytes);
    expect(colourAt(x + Math.floor(width / 2), y + Math.floor(height / 2))).toEqual(
      rgb(themeOf(theme).colors.tile),
    );
  });

  test.each([
    ['paper', 12, 4],
    ['paper', 30, 2],
    ['arcade', 12, 4],
    ['arcade', 30, 2],
  ] as const)(
    '%s, %d rows: lines do not merge, and there are %d between two tiles',
    async (theme, rows, lines) => {
      const { outline, shadow } = themeOf(theme);
      if (!outline) throw new Error('a theme without outlines');
      for (const aspectRatio of aspectRatios) {
        const board = boardOf(
          '',
          Array.from({ length: rows }, () => ['', ['', '']] as const),
        );
        const spec = specOf(board, { theme, aspectRatio, format: 'png' });
        const colourAt = await pixelsOf((await engine.render(spec)).bytes);
        const [first, second] = engine.layOut(spec).rows.map(({ tiles }) => tiles[0]?.box);
        if (!first || !second) throw new Error('a board without tiles');
        const middle = first.x + Math.floor(first.width / 2);
        const runs: number[] = [];
        let wasLine = false;
        for (let y = first.y + Math.floor(first.height / 2); y < second.y + second.height / 2; y++) {
          const isLine = apart(colourAt(middle, y), rgb(outline.color)) < 12;
          if (isLine && !wasLine) runs.push(0);
          if (isLine) runs.push((runs.pop() ?? 0) + 1);
          wasLine = isLine;
        }
        expect(runs).toHaveLength(lines);
        expect(Math.max(...runs)).toBeLessThanOrEqual(outline.width + (shadow?.dy ?? 0));
      }
    },
  );
});
