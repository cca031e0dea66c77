import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Art, Board } from '../../src/model/board.ts';
import { themeNames } from '../../src/model/vocabulary.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { iconArt } from '../../src/templates/art/icons.ts';
import { pngArt } from '../../src/templates/art/png-art.ts';
import { contrast } from '../../src/themes/contrast.ts';
import { themes } from '../../src/themes/index.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { specOf } from '../support/boards.ts';
import { difference, noPhotos } from '../support/pixels.ts';

const engine = createEngine({ rasteriser: 'resvg' });

const boardOf = (tiles: readonly { readonly label: string; readonly art: Art }[]): Board => ({
  title: '',
  tiers: [{ title: 'S', color: null, items: tiles.map((tile) => ({ kind: 'text', ...tile })) }],
});
const dot = (color: string | null): Art => ({
  kind: 'vector',
  viewBox: [0, 0, 10, 10],
  shapes: [{ path: 'M1 1h8v8h-8z', color }],
});
const svgOf = (art: Art, theme = 'night') =>
  engine.draw(specOf(boardOf([{ label: 'Dot', art }]), { theme, watermark: false })).svg();
const fillOf = (art: Art, theme: string) => /d="M1 1h8v8h-8z" fill="(#\w+)"/.exec(svgOf(art, theme))?.[1];

describe('vector art', () => {
  it('remains a vector, clipped at its edge, without ids and links', () => {
    const svg = svgOf(iconArt('python'));
    expect(svg).toMatch(/<svg x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+" viewBox="0 0 24 24">/);
    expect(svg).not.toMatch(/<image|\s(id|href|style|on\w+)=/);
    const emoji = engine.draw(specOf(boardOf([{ label: 'Dot', art: dot(null) }]))).svg();
    expect(emoji).toContain('<title>Dot</title>');
  });

  it.each(themeNames)(
    'of one colour stands out on the tiles of %s, in its own colour if possible',
    (name) => {
      const { tile, label } = themes[name].colors;
      expect(fillOf(dot(null), name)).toBe(label);
      for (const color of ['#000000', '#ffffff', '#3776ab', '#f7df1e', '#232c44', tile]) {
        const drawn = fillOf(dot(color), name) ?? '';
        expect(contrast(drawn, tile)).toBeGreaterThanOrEqual(3);
        if (contrast(color, tile) >= 3) expect(drawn).toBe(color);
      }
    },
  );

  it('keeps its colours if it has several', () => {
    const art: Art = {
      kind: 'vector',
      viewBox: [0, 0, 10, 10],
      shapes: [
        { path: 'M0 0h9', color: '#232c44', isEvenOdd: true },
        { path: 'M0 1h9', color: '#242d45' },
      ],
    };
    expect(svgOf(art)).toContain('d="M0 0h9" fill="#232c44" fill-rule="evenodd"');
    expect(svgOf(art)).toContain('d="M0 1h9" fill="#242d45"');
  });

  it('is above the words, or before them on low tiles', () => {
    const art = dot('#ff0000');
    const [row] = engine.layOut(specOf(boardOf([{ label: 'Dot', art }]))).rows;
    expect(row?.tiles[0]?.label.emoji?.emoji).toEqual(art);

    const [tier] = boardOf([
      { label: 'A dot', art },
      { label: 'Dot', art },
    ]).tiers;
    if (!tier) throw new Error('no tier');
    const crowded = { title: '', tiers: Array.from({ length: 30 }, () => tier) };
    const tiles = engine
      .layOut(specOf(crowded, { aspectRatio: '16:9' }))
      .rows.flatMap(({ tiles: inRow }) => inRow);
    const runs = tiles.map(({ label }) => label.lines[0]?.runs[0]);
    expect(tiles.filter(({ label }) => label.emoji)).toEqual([]);
    expect(runs).toEqual(Array(60).fill(expect.objectContaining({ kind: 'emoji', emoji: art })));
  });
});

describe('pixel art', async () => {
  const png = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#ff0000' } })
    .png()
    .toBuffer();
  const spec = specOf(
    boardOf([
      { label: 'Red', art: pngArt(png) },
      { label: 'Go', art: iconArt('go') },
    ]),
    { watermark: false },
  );

  it('is drawn alike by both rasterisers', async () => {
    const drawing = engine.draw(spec);
    const { emoji } = engine.layOut(spec).rows[0]?.tiles[0]?.label ?? {};
    const [resvg, librsvg] = await Promise.all(
      (['resvg', 'librsvg'] as const).map((name) => createRasteriser(name).rasterise(drawing, 1, noPhotos)),
    );
    if (!resvg || !librsvg || !emoji) throw new Error('nothing is drawn');
    const at = (Math.round(emoji.box.y + 20) * resvg.width + Math.round(emoji.box.x + 20)) * 4;
    expect([...resvg.data.subarray(at, at + 3)]).toEqual([255, 0, 0]);
    expect(difference(resvg, librsvg).mean).toBeLessThan(0.5);
  });
});

describe('a thumbnail', () => {
  const board = boardOf([{ label: 'Python', art: iconArt('python') }]);

  it('has the requested size, and shows the first tile or the whole board', async () => {
    for (const shows of ['tile', 'board'] as const) {
      const thumbnail = { shows, width: 320, height: shows === 'tile' ? 320 : 180 };
      const spec = specOf(board, { aspectRatio: '16:9', thumbnail });
      const { bytes, ...photo } = await engine.render(spec);
      expect(photo).toEqual({ width: thumbnail.width, height: thumbnail.height, warnings: [] });
      expect(await sharp(bytes).metadata()).toMatchObject({
        width: thumbnail.width,
        height: thumbnail.height,
      });
    }
  });
});
