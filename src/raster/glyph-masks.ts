import type { GlyphMark, GlyphShape } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import { type Scale, scales } from '../model/vocabulary.ts';
import { renderSvg } from './render-svg.ts';

/** The coverage of a glyph, 0 to 255 for each pixel of a rectangle around its origin. In real pixels. */
export interface GlyphMask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

interface Cell {
  readonly mark: GlyphMark;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of the sheet on which new glyphs are drawn together, in px at scale 1. */
const sheetWidth = 1024;
const sheetHeight = 2048;

/**
 * A cache of glyph coverage as resvg draws it. A glyph's coverage depends only
 * on its outline and its subpixel position, not on its place on the canvas: coordinates are whole tenths, which
 * resvg's fixed-point edges represent equally everywhere on our canvases.
 */
export class GlyphMasks {
  readonly #masks = drawingCache<GlyphMask, number>('masks', ({ coverage }) => coverage.length);

  /** Returns the masks of all these marks, and draws new ones on as few sheets as possible. */
  of(marks: readonly GlyphMark[], scale: Scale): GlyphMask[] {
    // Those of this board, which the cache may be too small to hold.
    const board = new Map<GlyphShape, (GlyphMask | undefined)[]>();
    const missing: GlyphMark[] = [];
    for (const mark of marks) {
      const masks = board.get(mark.shape) ?? [];
      if (masks.length === 0) board.set(mark.shape, masks);
      const slot = slotOf(mark);
      if (masks[slot]) continue;
      const mask = this.#masks.get(idOf(mark, scale));
      if (!mask) missing.push(mark);
      masks[slot] = mask ?? empty;
    }
    for (const cells of sheets(missing)) {
      const pixels = drawSheet(cells, scale);
      for (const cell of cells) {
        const mask = cut(pixels, cell, scale);
        this.#masks.set(idOf(cell.mark, scale), mask);
        board.get(cell.mark.shape)?.splice(slotOf(cell.mark), 1, mask);
      }
    }
    return marks.map((mark) => board.get(mark.shape)?.[slotOf(mark)] ?? empty);
  }
}

const empty: GlyphMask = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0) };

/** Subpixel positions: five by five. */
const slots = 25;

/** Returns the slot of a subpixel position. */
function slotOf({ xFifths, yFifths }: GlyphMark): number {
  return yFifths * 5 + xFifths;
}

/** Returns a number that stands for a shape at a subpixel position and scale. */
function idOf(mark: GlyphMark, scale: Scale): number {
  return mark.shape.id * scales.length * slots + (scale - 1) * slots + slotOf(mark);
}

/** Places glyphs on sheets, line by line, with a pixel of space around each. */
function sheets(marks: readonly GlyphMark[]): Cell[][] {
  const result: Cell[][] = [];
  let cells: Cell[] = [];
  let [x, y, lineHeight] = [0, 0, 0];
  for (const mark of marks) {
    const width = mark.shape.right - mark.shape.left + 3;
    const height = mark.shape.bottom - mark.shape.top + 3;
    if (x + width > sheetWidth) [x, y, lineHeight] = [0, y + lineHeight, 0];
    if (y + height > sheetHeight && cells.length > 0) {
      result.push(cells);
      cells = [];
      [x, y, lineHeight] = [0, 0, 0];
    }
    cells.push({ mark, x, y, width, height });
    x += width;
    lineHeight = Math.max(lineHeight, height);
  }
  if (cells.length > 0) result.push(cells);
  return result;
}

function drawSheet(cells: readonly Cell[], scale: Scale): Uint8Array {
  const height = cells.reduce((most, cell) => Math.max(most, cell.y + cell.height), 1);
  const path = cells.map(({ mark, x, y }) => {
    const originX = 10 * (x + 1 - mark.shape.left) + 2 * mark.xFifths + mark.shape.startX;
    const originY = 10 * (y + 1 - mark.shape.top) + 2 * mark.yFifths + mark.shape.startY;
    return `<path d="M${originX / 10} ${originY / 10}${mark.shape.tail}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${height}">${path.join('')}</svg>`;
  return renderSvg(svg, scale).data;
}

/**
 * Rounds coverage to sixteenths, about the precision of resvg's sampling (4 × 4 per pixel). With fewer shades the
 * colours of most text boards fit into a palette, which saves a quarter of the encoding time and a tenth of the
 * bytes.
 */
function level(coverage: number): number {
  return Math.round(coverage / 17) * 17;
}

function cut(pixels: Uint8Array, cell: Cell, scale: Scale): GlyphMask {
  const width = cell.width * scale;
  const height = cell.height * scale;
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    let from = ((cell.y * scale + row) * sheetWidth * scale + cell.x * scale) * 4 + 3;
    for (let column = 0; column < width; column++, from += 4)
      coverage[row * width + column] = level(pixels[from] ?? 0);
  }
  return {
    left: (cell.mark.shape.left - 1) * scale,
    top: (cell.mark.shape.top - 1) * scale,
    width,
    height,
    coverage,
  };
}
