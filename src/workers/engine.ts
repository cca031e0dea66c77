import type { Measurer } from '../layout/board-labels.ts';
import { layOut, layOutTile } from '../layout/layout.ts';
import type { PlacedBoard } from '../layout/placed.ts';
import { titleLeading } from '../layout/title.ts';
import type { RenderedImage, RenderSpec, Thumbnail } from '../model/board.ts';
import type { Drawing, PhotoPixels } from '../model/drawing.ts';
import { type PhotoSize, photoKey } from '../model/photo.ts';
import { canvases, type RasteriserName, type Scale } from '../model/vocabulary.ts';
import { encode } from '../raster/encoders/encode.ts';
import { encodeSvg } from '../raster/encoders/svg.ts';
import { createRasteriser } from '../raster/index.ts';
import { linkedSvg } from '../raster/photos/link.ts';
import type { PhotoPixelsOf } from '../raster/rasteriser.ts';
import type { MeasuredBoard, SvgImage } from '../render/ports.ts';
import { drawBoard, drawTile } from '../svg/scene.ts';
import { FontStack } from '../text/font-stack.ts';
import { type HanForms, hanFormsOf } from '../text/han.ts';
import { measureText } from '../text/measure.ts';
import type { Theme } from '../themes/theme.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { readLayout, writeLayout } from './layout-text.ts';

/** Text of the watermark. */
const watermark = 'made with tierpress';

/** Canvas of a tile drawn alone, in px. The image has twice as many pixels. */
const tileCanvas = { width: 256, height: 256 };
const tileScale: Scale = 2;
/** A whole board is drawn at full size and then scaled down. */
const thumbnailScale: Scale = 1;

/** Returns the pixels of a photo in exactly the size given. */
export type LoadPhoto = (photo: PhotoSize) => Promise<PhotoPixels>;

/** Photos and layout that a board is drawn with. */
interface EngineInput {
  readonly load?: LoadPhoto;
  /** Layout of the same board, from `measure`. Absent: the board is laid out first. */
  readonly layout?: string | undefined;
}

/** Turns a spec into a finished image. Each stage can be called alone. */
export interface Engine {
  /** spec → placed rectangles and lines */
  layOut(spec: RenderSpec): PlacedBoard;
  /** spec → drawing: the SVG scene and its layers */
  draw(spec: RenderSpec): Drawing;
  /** spec → the photos that it shows, each once in each size, and the layout for `render` */
  measure(spec: RenderSpec): MeasuredBoard;
  /** spec → SVG document in which photos are links */
  svg(spec: RenderSpec): SvgImage;
  /** spec → encoded image */
  render(spec: RenderSpec, input?: EngineInput): Promise<RenderedImage>;
}

export interface EngineOptions {
  readonly rasteriser: RasteriserName;
  /** Absent: the built-in themes. */
  readonly themes?: ThemeSet;
}

/** A board with its layout and its theme. */
interface Scene {
  readonly placed: PlacedBoard;
  readonly drawing: Drawing;
}

/**
 * Creates an engine. It is deterministic: the same spec gives the same bytes in every process. An engine serves one
 * call at a time.
 */
export function createEngine({ rasteriser: name, themes = builtInThemes }: EngineOptions): Engine {
  const rasteriser = createRasteriser(name);
  /** By name: what there is to draw with. */
  const looks = new Map(
    themes.all.map((theme) => [theme.name, { theme, measurerFor: measurersOf(theme) }] as const),
  );

  function lookOf(spec: RenderSpec) {
    const look = looks.get(spec.theme);
    if (!look) throw new Error(`unknown theme ${spec.theme}`);
    return look;
  }

  function measurerOf(spec: RenderSpec): Measurer {
    return lookOf(spec).measurerFor(hanFormsOf(labelsOf(spec)));
  }

  function layOutSpec(spec: RenderSpec): PlacedBoard {
    const canvas = canvases[spec.aspectRatio];
    const words = spec.watermark ? watermark : undefined;
    return layOut({ board: spec.board, canvas, watermark: words }, measurerOf(spec));
  }

  function sceneOf(spec: RenderSpec, layout?: string): Scene {
    const placed = layout === undefined ? layOutSpec(spec) : readLayout(layout);
    return { placed, drawing: drawBoard(placed, lookOf(spec).theme) };
  }

  const draw = (spec: RenderSpec) => sceneOf(spec).drawing;

  function drawFirstTile(spec: RenderSpec): Drawing {
    const { theme } = lookOf(spec);
    const item = spec.board.tiers[0]?.items[0];
    if (!item) throw new Error('a tile without an item');
    return drawTile(layOutTile(item, tileCanvas, measurerOf(spec)), tileCanvas, theme);
  }

  async function encoded(drawing: Drawing, { format, scale }: RenderSpec, photos: PhotoPixelsOf) {
    if (format === 'svg') return encodeSvg(drawing, scale, photos);
    const pixels = await rasteriser.rasterise(drawing, scale, photos);
    return encode(pixels, format, drawing.photos().length > 0);
  }

  async function renderThumbnail(spec: RenderSpec, { shows, ...size }: Thumbnail): Promise<RenderedImage> {
    if (spec.format === 'svg') throw new Error('a thumbnail in a format without pixels');
    const [drawing, scale] =
      shows === 'tile' ? [drawFirstTile(spec), tileScale] : [draw(spec), thumbnailScale];
    const pixels = await rasteriser.rasterise(drawing, scale, noPhotos);
    // Made smaller, flat colours get as many shades as a photo has.
    const bytes = await encode(pixels, spec.format, shows === 'board', size);
    return { bytes, ...size, warnings: [] };
  }

  return {
    layOut: layOutSpec,
    draw,
    measure(spec) {
      const { placed, drawing } = sceneOf(spec);
      return { sizes: sizesOf(drawing, spec.scale), layout: writeLayout(placed) };
    },
    svg(spec) {
      const { placed, drawing } = sceneOf(spec);
      const { parts, marks } = linkedSvg(drawing);
      return {
        parts,
        links: marks.map((mark) => sizeAt(mark, spec.scale)),
        warnings: shortenedTexts(placed),
      };
    },
    async render(spec, { load = noPhoto, layout } = {}) {
      if (spec.thumbnail) return renderThumbnail(spec, spec.thumbnail);
      const { placed, drawing } = sceneOf(spec, layout);
      const photos = await loadAll(drawing, spec.scale, load);
      const bytes = await encoded(drawing, spec, photos);
      const { width, height } = canvases[spec.aspectRatio];
      const { scale } = spec;
      return { bytes, width: width * scale, height: height * scale, warnings: shortenedTexts(placed) };
    },
  };
}

function noPhoto(): Promise<never> {
  return Promise.reject(new Error('a board with pictures is drawn without them'));
}

function noPhotos(): never {
  throw new Error('thumbnails are of templates, which have no pictures from the web');
}

function sizesOf(drawing: Drawing, scale: Scale): PhotoSize[] {
  const sizes = drawing.photos().map((mark) => sizeAt(mark, scale));
  return [...new Map(sizes.map((size) => [photoKey(size), size])).values()];
}

async function loadAll(drawing: Drawing, scale: Scale, load: LoadPhoto): Promise<PhotoPixelsOf> {
  const loaded = new Map<string, PhotoPixels>();
  for (const size of sizesOf(drawing, scale)) loaded.set(photoKey(size), await load(size));
  return (mark) => {
    const pixels = loaded.get(photoKey(sizeAt(mark, scale)));
    if (!pixels) throw new Error('a picture that was not loaded');
    return pixels;
  };
}

function sizeAt({ address, width, height }: PhotoSize, scale: Scale): PhotoSize {
  return { address, width: width * scale, height: height * scale };
}

function labelsOf({ board }: RenderSpec): string[] {
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

/** Returns a warning for each text that did not fit. */
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
