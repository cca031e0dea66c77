import { type Container, registerWindow, SVG } from '@svgdotjs/svg.js';
import { createSVGWindow } from 'svgdom';
import type { PlacedBoard, PlacedText, PlacedTile } from '../layout/placed.ts';
import type { Drawing, PhotoMark } from '../model/drawing.ts';
import type { Scale, Size } from '../model/vocabulary.ts';
import { inkOn } from '../themes/contrast.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { drawArt } from './art.ts';
import { boardBoxes, tileBoxes } from './boxes.ts';
import { drawEmoji, placeEmoji } from './emoji.ts';
import { figureMarks } from './figures.ts';
import { drawPhoto, photoMarks } from './photos.ts';
import { boxPath } from './shapes.ts';
import { type Fill, layersUnder, roomAround, rowSurface, tierColor, tileSurface } from './surfaces.ts';
import { glyphPath, replacementPath, type TextMarks, textMarks } from './text-marks.ts';
import { linesPath, textureLines } from './texture.ts';
import { watermarkSign } from './watermark.ts';

/** A text and its colour. */
interface Inked {
  readonly text: PlacedText;
  readonly color: Color;
}

const window = createSVGWindow();

/** How to build a scene: its theme, and the marks of its texts and photos. */
interface Build {
  readonly theme: Theme;
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
  const texts = () => inkedTexts(board, theme).map(marksOf);
  return {
    canvas: board.canvas,
    ground: theme.colors.ground,
    svg: (href = noPhotos, isOpaque = noPhotos, scale) =>
      buildScene(board, { theme, marksOf, photos, href, isOpaque, room }, scale),
    boxes: (isOpaque = noPhotos) => boardBoxes(board, theme, room, coveredBy(photos, isOpaque)),
    figures: () => texts().flatMap((marks) => figureMarks(marks, theme)),
    photos: () => [...photos.values()],
    glyphs: () => texts().flatMap(({ glyphs }) => glyphs),
  };
}

/** Returns the drawing of one placed tile in a theme, on the ground of a lane. */
export function drawTile(tile: PlacedTile, canvas: Size, theme: Theme): Drawing {
  const room = Number.POSITIVE_INFINITY;
  const photos = photoMarks([tile], theme, room);
  const marks = textMarks(tile.label, theme.colors.label);
  return {
    canvas,
    ground: theme.colors.lane,
    svg(href = noPhotos, isOpaque = noPhotos) {
      const root = emptyScene(canvas);
      root.rect(canvas.width, canvas.height).fill(theme.colors.lane);
      drawTiles(root.group(), [tile], { theme, marksOf: () => marks, photos, href, isOpaque, room });
      return drawEmoji(root.svg());
    },
    boxes: (isOpaque = noPhotos) => tileBoxes([tile], theme, room, coveredBy(photos, isOpaque)),
    figures: () => figureMarks(marks, theme),
    photos: () => [...photos.values()],
    glyphs: () => marks.glyphs,
  };
}

function noPhotos(): never {
  throw new Error('a board with pictures is drawn without them');
}

/** Returns the height in px of the opaque photo at the top of a tile: 0 without one. */
function coveredBy(photos: Build['photos'], isOpaque: Build['isOpaque']): (tile: PlacedTile) => number {
  return (tile) => {
    const photo = photos.get(tile);
    return photo && isOpaque(photo) ? photo.height : 0;
  };
}

/** Caches the marks of texts, which figures and glyphs are parts of. */
function cached(create: (inked: Inked) => TextMarks): (inked: Inked) => TextMarks {
  const cache = new Map<PlacedText, TextMarks>();
  return (inked) => {
    const marks = cache.get(inked.text) ?? create(inked);
    cache.set(inked.text, marks);
    return marks;
  };
}

/**
 * Returns the scene as a self-contained SVG document of shapes and outlines, without fonts or links. The order is ground,
 * lanes, texture, the label cell and tiles of each row, title, watermark. Synchronous, because svg.js has one window for
 * the whole process.
 */
function buildScene(board: PlacedBoard, build: Build, scale?: Scale): string {
  const { theme } = build;
  const { width, height } = board.canvas;
  const root = emptyScene(board.canvas, scale);
  const surfaces = board.rows.map((row, index) => rowSurface(row, index, theme, build.room));
  root.rect(width, height).fill(theme.colors.ground);
  if (theme.texture?.kind === 'grid') drawTexture(root, board, theme.texture);
  for (const { under } of surfaces) if (under) fill(root, under);
  for (const { lane } of surfaces) fill(root, lane);
  if (theme.texture?.kind === 'scanlines') drawTexture(root, board, theme.texture);
  for (const [index, { cell }] of surfaces.entries()) {
    const row = board.rows[index];
    if (!row) continue;
    const group = root.group();
    fill(group, cell);
    drawText(
      named(group, row.title.text),
      { text: row.title, color: inkOn(cell.color, theme.colors) },
      build,
    );
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

/** Draws the boxes below the faces of tiles as one path for each colour of a row, and then a group for each tile. */
function drawTiles(group: Container, tiles: readonly PlacedTile[], build: Build): void {
  const { theme } = build;
  const covered = coveredBy(build.photos, build.isOpaque);
  const surfaces = tiles.map((tile) => tileSurface(tile.box, theme, build.room, covered(tile)));
  for (const layer of layersUnder(surfaces))
    group.path(layer.map(({ box }) => boxPath(box)).join('')).fill(layer[0]?.color ?? theme.colors.tile);
  for (const [index, tile] of tiles.entries()) {
    const face = surfaces[index]?.face;
    const drawn = named(group, tile.label.text);
    if (face) fill(drawn, face);
    const photo = build.photos.get(tile);
    if (photo) drawPhoto(drawn, photo, build.href(photo));
    drawText(drawn, { text: tile.label, color: theme.colors.label }, build);
  }
}

function drawTexture(root: Container, board: PlacedBoard, texture: NonNullable<Theme['texture']>): void {
  const path = root.path(linesPath(textureLines(texture, board.canvas))).fill(texture.color);
  path.attr('shape-rendering', 'crispEdges');
  if (texture.kind === 'scanlines') path.attr('fill-opacity', texture.opacity);
}

function drawText(group: Container, inked: Inked, { theme, marksOf }: Build): void {
  const { glyphs, emoji, boxes } = marksOf(inked);
  if (glyphs.length > 0) group.path(glyphPath(glyphs)).fill(inked.color);
  if (boxes.length > 0) group.path(boxes.map(replacementPath).join('')).fill(inked.color);
  for (const mark of emoji) {
    if ('kind' in mark.emoji)
      drawArt(group, mark.emoji, { ...mark, ink: inked.color, tile: theme.colors.tile });
    else placeEmoji(group, mark.emoji, mark);
  }
}

function fill(container: Container, { box, color }: Fill): void {
  container.path(boxPath(box)).fill(color);
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
