import type { Measurer } from '../layout/board-labels.ts';
import { layOut, layOutTile } from '../layout/layout.ts';
import type { PlacedBoard } from '../layout/placed.ts';
import { titleLeading } from '../layout/title.ts';
import type { Picture, RenderOrder, Thumbnail } from '../model/board.ts';
import type { Drawing, PicturePixels } from '../model/drawing.ts';
import { type PictureSize, pictureKey } from '../model/picture.ts';
import { canvases, type Scale } from '../model/words.ts';
import { encode } from '../raster/encode.ts';
import { createRasteriser } from '../raster/index.ts';
import { embeddedSvg } from '../raster/pictures/embed.ts';
import type { PictureOf, RasteriserName } from '../raster/rasteriser.ts';
import { drawBoard, drawTile } from '../svg/scene.ts';
import { type HanForms, hanFormsOf } from '../text/han.ts';
import { measureText } from '../text/measure.ts';
import { FontStack } from '../text/runs.ts';
import type { Theme } from '../themes/theme.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';

/** The words in the watermark's strip. */
const watermark = 'made with tierpress';

/** A tile alone is laid out on this canvas, in px, and drawn with twice the pixels. */
const tileCanvas = { width: 256, height: 256 };
const tileScale: Scale = 2;
/** A whole board is drawn in full and then made smaller. */
const thumbnailScale: Scale = 1;

/** Gives the pixels of a picture in exactly that size. */
export type LoadPicture = (picture: PictureSize) => Promise<PicturePixels>;

/** The engine: an order in, a finished picture out, with its stages to be called one by one. */
export interface Engine {
  /** order → placed rectangles and lines */
  layOut(order: RenderOrder): PlacedBoard;
  /** order → drawing: the SVG scene and its layers */
  draw(order: RenderOrder): Drawing;
  /** order → the pictures it shows, each once in each size */
  pictureSizes(order: RenderOrder): readonly PictureSize[];
  /** order → self-contained SVG document */
  svg(order: RenderOrder, load?: LoadPicture): Promise<string>;
  /** order → encoded picture */
  render(order: RenderOrder, load?: LoadPicture): Promise<Picture>;
}

export interface EngineOptions {
  readonly rasteriser: RasteriserName;
  /** Absent: the built-in ones. */
  readonly themes?: ThemeSet;
}

/** A board that is laid out, and how it is drawn. */
interface Scene {
  readonly placed: PlacedBoard;
  readonly drawing: Drawing;
}

/** Deterministic: the same order gives the same bytes in every process. One engine serves one call at a time. */
export function createEngine({ rasteriser: name, themes = builtInThemes }: EngineOptions): Engine {
  const rasteriser = createRasteriser(name);
  /** By name: what there is to draw with. */
  const looks = new Map(
    themes.all.map((theme) => [theme.name, { theme, measurerFor: measurersOf(theme) }] as const),
  );

  function lookOf(order: RenderOrder) {
    const look = looks.get(order.theme);
    if (!look) throw new Error(`unknown theme ${order.theme}`);
    return { theme: look.theme, measure: look.measurerFor(hanFormsOf(labelsOf(order))) };
  }

  function layOutOrder(order: RenderOrder): PlacedBoard {
    const { measure } = lookOf(order);
    const canvas = canvases[order.aspectRatio];
    return layOut(
      { board: order.board, canvas, watermark: order.watermark ? watermark : undefined },
      measure,
    );
  }

  function sceneOf(order: RenderOrder): Scene {
    const placed = layOutOrder(order);
    return { placed, drawing: drawBoard(placed, lookOf(order).theme) };
  }

  const draw = (order: RenderOrder) => sceneOf(order).drawing;

  /** The board whose pictures were asked for last: it is to be drawn next, unless others come in between. */
  let measured: { readonly order: string; readonly scene: Scene } | undefined;

  function sceneToDraw(order: RenderOrder): Scene {
    const last = measured;
    measured = undefined;
    return last && last.order === JSON.stringify(order) ? last.scene : sceneOf(order);
  }

  function drawFirstTile(order: RenderOrder): Drawing {
    const { theme, measure } = lookOf(order);
    const item = order.board.tiers[0]?.items[0];
    if (!item) throw new Error('a tile without an item');
    return drawTile(layOutTile(item, tileCanvas, measure), tileCanvas, theme);
  }

  async function renderThumbnail(order: RenderOrder, { shows, ...size }: Thumbnail): Promise<Picture> {
    const [drawing, scale] =
      shows === 'tile' ? [drawFirstTile(order), tileScale] : [draw(order), thumbnailScale];
    const pixels = await rasteriser.rasterise(drawing, scale, noPictures);
    // Made smaller, flat colours get as many shades as a photo has.
    const bytes = await encode(pixels, order.format, shows === 'board', size);
    return { bytes, ...size, warnings: [] };
  }

  return {
    layOut: layOutOrder,
    draw,
    pictureSizes(order) {
      const scene = sceneOf(order);
      measured = { order: JSON.stringify(order), scene };
      return sizesOf(scene.drawing, order.scale);
    },
    async svg(order, load = noPicture) {
      const { drawing } = sceneToDraw(order);
      return embeddedSvg(drawing, await loadAll(drawing, order.scale, load));
    },
    async render(order, load = noPicture) {
      if (order.thumbnail) return renderThumbnail(order, order.thumbnail);
      const { placed, drawing } = sceneToDraw(order);
      const pictures = await loadAll(drawing, order.scale, load);
      const pixels = await rasteriser.rasterise(drawing, order.scale, pictures);
      const bytes = await encode(pixels, order.format, drawing.pictures().length > 0);
      return { bytes, width: pixels.width, height: pixels.height, warnings: shortenedTexts(placed) };
    },
  };
}

function noPicture(): Promise<never> {
  return Promise.reject(new Error('a board with pictures is drawn without them'));
}

function noPictures(): never {
  throw new Error('thumbnails are of templates, which have no pictures from the web');
}

function sizesOf(drawing: Drawing, scale: Scale): PictureSize[] {
  const sizes = drawing.pictures().map((mark) => sizeAt(mark, scale));
  return [...new Map(sizes.map((size) => [pictureKey(size), size])).values()];
}

async function loadAll(drawing: Drawing, scale: Scale, load: LoadPicture): Promise<PictureOf> {
  const loaded = new Map<string, PicturePixels>();
  for (const size of sizesOf(drawing, scale)) loaded.set(pictureKey(size), await load(size));
  return (mark) => {
    const pixels = loaded.get(pictureKey(sizeAt(mark, scale)));
    if (!pixels) throw new Error('a picture that was not loaded');
    return pixels;
  };
}

function sizeAt({ address, width, height }: PictureSize, scale: Scale): PictureSize {
  return { address, width: width * scale, height: height * scale };
}

function labelsOf({ board }: RenderOrder): string[] {
  return board.tiers.flatMap((tier) => tier.items.map((item) => item.label));
}

function measurersOf({ fonts }: Theme): (han: HanForms) => Measurer {
  const title = new FontStack(fonts.title, titleLeading);
  const tier = new FontStack(fonts.tier);
  const label = new FontStack(fonts.label);
  return (han) => ({
    title: (text) => measureText(text, title, 'inline', undefined, han),
    tier: (text) => measureText(text, tier, 'inline', undefined, han),
    label: (text, emoji, art) => measureText(text, label, emoji, art, han),
  });
}

/** Nothing is shortened unasked: whoever posts the picture is told where the canvas was too small. */
function shortenedTexts({ title, rows }: PlacedBoard): string[] {
  const warnings: string[] = [];
  if (title?.text.shortened) warnings.push('title: too long to be drawn whole');
  for (const [index, row] of rows.entries()) {
    if (row.title.shortened) warnings.push(`tiers[${index}].title: too long to be drawn whole`);
    for (const [position, tile] of row.tiles.entries())
      if (tile.label.shortened)
        warnings.push(`tiers[${index}].items[${position}]: the label is too long to be drawn whole`);
  }
  return warnings;
}
