import { type Container, registerWindow, SVG } from '@svgdotjs/svg.js';
import { createSVGWindow } from 'svgdom';
import type { PlacedBoard, PlacedRow, PlacedText, PlacedTile } from '../layout/placed.ts';
import type { Drawing, PhotoMark } from '../model/drawing.ts';
import type { Scale, Size } from '../model/vocabulary.ts';
import { inkOn } from '../themes/contrast.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { drawArt } from './art.ts';
import { drawEmoji, placeEmoji } from './emoji.ts';
import { drawPhoto, photoMarks } from './photos.ts';
import { type Fill, roomAround, rowSurface, tileSurface } from './surfaces.ts';
import { glyphPath, type TextMarks, textMarks } from './text-marks.ts';
import { texturePath } from './texture.ts';
import { watermarkSign } from './watermark.ts';

/** A text and its colour. */
interface Inked {
  readonly text: PlacedText;
  readonly color: Color;
}

/** The whole scene, or the part of it below the glyphs. */
type Layer = 'complete' | 'shapes';

const window = createSVGWindow();

/** How to build a scene: its theme, its layer, and the marks of its texts and photos. */
interface Build {
  readonly theme: Theme;
  readonly layer: Layer;
  readonly marksOf: (text: Inked) => TextMarks;
  readonly photos: ReadonlyMap<PlacedTile, PhotoMark>;
  readonly href: (photo: PhotoMark) => string;
  readonly isOpaque: (photo: PhotoMark) => boolean;
  /** Room for outlines and shadows between the edges of rows and tiles, in px. */
  readonly room: number;
}

/** Returns the drawing of a placed board in a theme. Its functions do the work when they are called. */
export function drawBoard(board: PlacedBoard, theme: Theme): Drawing {
  const marksOf = cached(({ text, color }: Inked) => textMarks(text, color));
  const room = roomAround(board.rows);
  const tiles = board.rows.flatMap((row) => row.tiles);
  const photos = photoMarks(tiles, theme, room);
  const scene = (layer: Layer, href: Build['href'], isOpaque: Build['isOpaque'], scale?: Scale) =>
    buildScene(board, { theme, layer, marksOf, photos, href, isOpaque, room }, scale);
  return {
    canvas: board.canvas,
    ground: theme.colors.ground,
    svg: (href = noPhotos, isOpaque = noPhotos, scale) => scene('complete', href, isOpaque, scale),
    shapes: (isOpaque = noPhotos) => scene('shapes', noPhotos, isOpaque),
    photos: () => [...photos.values()],
    glyphs: () => inkedTexts(board, theme).flatMap((text) => marksOf(text).glyphs),
  };
}

/** Returns the drawing of one placed tile in a theme, on the ground of a lane. */
export function drawTile(tile: PlacedTile, canvas: Size, theme: Theme): Drawing {
  const marksOf = cached(({ text, color }: Inked) => textMarks(text, color));
  const room = Number.POSITIVE_INFINITY;
  const photos = photoMarks([tile], theme, room);
  const label = { text: tile.label, color: theme.colors.label };
  const scene = (layer: Layer, href: Build['href'], isOpaque: Build['isOpaque']) => {
    const root = emptyScene(canvas);
    if (layer === 'complete') root.rect(canvas.width, canvas.height).fill(theme.colors.lane);
    drawTiles(root.group(), [tile], { theme, layer, marksOf, photos, href, isOpaque, room });
    return drawEmoji(root.svg());
  };
  return {
    canvas,
    ground: theme.colors.lane,
    svg: (href = noPhotos, isOpaque = noPhotos) => scene('complete', href, isOpaque),
    shapes: (isOpaque = noPhotos) => scene('shapes', noPhotos, isOpaque),
    photos: () => [...photos.values()],
    glyphs: () => [...marksOf(label).glyphs],
  };
}

function noPhotos(): never {
  throw new Error('a board with pictures is drawn without them');
}

/** Caches the marks of texts, which both layers need. */
function cached(create: (inked: Inked) => TextMarks): (inked: Inked) => TextMarks {
  const cache = new Map<PlacedText, TextMarks>();
  return (inked) => {
    const marks = cache.get(inked.text) ?? create(inked);
    cache.set(inked.text, marks);
    return marks;
  };
}

/**
 * Returns the scene as a self-contained SVG document of shapes and outlines, without fonts or links. The order is lanes,
 * texture, the label cell and tiles of each row, title, watermark. The `shapes` layer omits the ground, the photos and
 * the glyphs. Synchronous, because svg.js has one window for the whole process.
 */
function buildScene(board: PlacedBoard, build: Build, scale?: Scale): string {
  const { theme, layer } = build;
  const { width, height } = board.canvas;
  const root = emptyScene(board.canvas, scale);
  const surfaces = board.rows.map((row) => rowSurface(row, theme, build.room));
  if (layer === 'complete') root.rect(width, height).fill(theme.colors.ground);
  if (theme.texture?.kind === 'grid') drawTexture(root, board, theme.texture);
  for (const { under } of surfaces) if (under) fill(root, under);
  for (const { lane } of surfaces) fill(root, { path: lane, color: theme.colors.lane });
  if (theme.texture?.kind === 'scanlines') drawTexture(root, board, theme.texture);
  for (const [index, row] of board.rows.entries()) {
    const group = root.group();
    const color = tierColor(row, index, theme);
    fill(group, { path: surfaces[index]?.cell ?? '', color });
    drawText(named(group, row.title.text), { text: row.title, color: inkOn(color, theme.colors) }, build);
    drawTiles(group, row.tiles, build);
  }
  if (board.title) {
    const group = named(root, board.title.text.text);
    drawText(group, { text: board.title.text, color: theme.colors.title }, build);
  }
  if (board.watermark) {
    const group = named(root, board.watermark.text.text);
    for (const bar of watermarkSign(board.watermark.text, theme)) fill(group, bar);
    drawText(group, { text: board.watermark.text, color: theme.colors.watermark }, build);
  }
  return drawEmoji(root.svg());
}

function emptyScene({ width, height }: Size, scale: Scale = 1) {
  registerWindow(window, window.document);
  return SVG()
    .size(width * scale, height * scale)
    .viewbox(0, 0, width, height);
}

/**
 * Draws the shapes below the faces of tiles as one path for each colour of a row. The `shapes` layer, which is only
 * rasterised, joins the faces in the same way; the complete scene has a group for each tile.
 */
function drawTiles(group: Container, tiles: readonly PlacedTile[], build: Build): void {
  const { theme, layer } = build;
  const surfaces = tiles.map((tile) => {
    const photo = build.photos.get(tile);
    const covered = photo && build.isOpaque(photo) ? photo.height : 0;
    return tileSurface(tile.box, theme, build.room, covered);
  });
  for (const [depth, { color }] of (surfaces[0]?.under ?? []).entries())
    fill(group, { path: surfaces.map(({ under }) => under[depth]?.path ?? '').join(''), color });
  if (layer === 'shapes' && surfaces.length > 0)
    fill(group, { path: surfaces.map(({ face }) => face.path).join(''), color: theme.colors.tile });
  for (const [index, tile] of tiles.entries()) {
    const face = surfaces[index]?.face;
    const drawn = layer === 'complete' ? named(group, tile.label.text) : group;
    if (layer === 'complete' && face) fill(drawn, face);
    const photo = build.photos.get(tile);
    if (layer === 'complete' && photo) drawPhoto(drawn, photo, build.href(photo));
    drawText(drawn, { text: tile.label, color: theme.colors.label }, build);
  }
}

function drawTexture(root: Container, board: PlacedBoard, texture: NonNullable<Theme['texture']>): void {
  const path = root.path(texturePath(texture, board.canvas)).fill(texture.color);
  path.attr('shape-rendering', 'crispEdges');
  if (texture.kind === 'scanlines') path.attr('fill-opacity', texture.opacity);
}

function drawText(group: Container, inked: Inked, { theme, layer, marksOf }: Build): void {
  const { glyphs, emoji, boxes } = marksOf(inked);
  if (layer === 'complete' && glyphs.length > 0) fill(group, { path: glyphPath(glyphs), color: inked.color });
  if (boxes !== '') fill(group, { path: boxes, color: inked.color });
  for (const mark of emoji) {
    if ('kind' in mark.emoji)
      drawArt(group, mark.emoji, { ...mark, ink: inked.color, tile: theme.colors.tile });
    else placeEmoji(group, mark.emoji, mark);
  }
}

function fill(container: Container, { path, color }: Fill): void {
  if (path !== '') container.path(path).fill(color);
}

/** Adds a group with a title, for tooltips and assistive technology. */
function named(container: Container, text: string) {
  const group = container.group();
  if (text !== '') group.element('title').words(text);
  return group;
}

function inkedTexts(board: PlacedBoard, theme: Theme): Inked[] {
  const rows = board.rows.flatMap((row, index): Inked[] => [
    { text: row.title, color: inkOn(tierColor(row, index, theme), theme.colors) },
    ...row.tiles.map((tile) => ({ text: tile.label, color: theme.colors.label })),
  ]);
  if (board.title) rows.push({ text: board.title.text, color: theme.colors.title });
  if (board.watermark) rows.push({ text: board.watermark.text, color: theme.colors.watermark });
  return rows;
}

function tierColor(row: PlacedRow, index: number, { palette }: Theme): Color {
  return row.color ?? palette[index % palette.length] ?? '#888888';
}
