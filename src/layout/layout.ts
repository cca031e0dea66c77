import type { Board, BoardItem, BoardTier } from '../model/board.ts';
import type { Size } from '../model/vocabulary.ts';
import type { MeasuredText } from '../text/measure.ts';
import {
  hasPhotos,
  type Labels,
  labelsOf,
  type Measurer,
  measureLabel,
  measureLabels,
  withEmojiInline,
} from './board-labels.ts';
import { captionScale, fitCaption, placeCaption } from './captions.ts';
import type { Grid, GridProblem } from './grid.ts';
import { areEmojiWellPlaced, type LargeEmojis, labelScale, largeEmojis, placeLabel } from './labels.ts';
import { tileBoxes } from './lines.ts';
import { photoGrid } from './photos.ts';
import { inset, placeText } from './place-text.ts';
import type { PlacedBoard, PlacedRow, PlacedText, PlacedTile, Rect } from './placed.ts';
import { shareHeights } from './rows.ts';
import { type Density, densityOf, spacing, typeSizes } from './spacing.ts';
import { largestTitleSize, type TierColumn, tierColumn, tierScales, titleRoom } from './tier-column.ts';
import { textGrid } from './tiles.ts';
import { placeTitle } from './title.ts';
import { setText, type TypeScale } from './type-scale.ts';

export interface LayoutRequest {
  readonly board: Board;
  readonly canvas: Size;
  /** Text of the watermark, or undefined when there is none. */
  readonly watermark: string | undefined;
}

/**
 * Lays a board out on a canvas, in five phases: title and watermark take their strips → the column of tier titles
 * takes its width → the grid of tiles is searched → rows share the height, and texts get their sizes → tiles and
 * texts are placed.
 */
export function layOut({ board, canvas, watermark }: LayoutRequest, measure: Measurer): PlacedBoard {
  const { tiers } = board;
  const tileCount = tiers.reduce((sum, tier) => sum + tier.items.length, 0);

  // 1. The title takes a strip at the top, the watermark one at the foot. The rest is the area of the rows.
  const page = inset({ x: 0, y: 0, ...canvas }, spacing.margin, spacing.margin);
  const title = board.title === '' ? undefined : placeTitle(measure.title(board.title), page, tileCount);
  const mark = watermark === undefined ? undefined : placeWatermark(measure.label(watermark, 'inline'), page);
  const area = boardArea(page, title?.box, mark?.box);

  // 2. The column of tier titles takes its width from the lanes.
  const titles = tiers.map((tier) => measure.tier(tier.title));
  const density = densityOf(tiers.length, tileCount);
  const rowsHeight = area.height - density.rowGap * (tiers.length - 1);
  const large = measureLabels(tiers, measure);
  const column = tierColumn(titles, { width: area.width, height: rowsHeight }, large.flat());

  // 3. The grid is the tile size that suits the labels best, and the number of tiles in a line.
  const problem = gridProblem(tiers, area, rowsHeight, column, density);
  const { grid, labels } = findGrid(problem, tiers, large, measure);

  // 4. Rows share the height, and each kind of text gets its type sizes.
  const heights = shareHeights(problem, grid);
  const titleSteps = tierScales(titles, column.width, heights);
  const tileType = typeOnTiles(tiers, labels, grid.tile);

  // 5. Tiles and texts are placed, row by row.
  let y = area.y;
  const rows = tiers.map((tier, index): PlacedRow => {
    const box = { x: area.x, y, width: area.width, height: heights[index] ?? 0 };
    y += box.height + density.rowGap;
    const cell = { ...box, width: column.width };
    const lane = { ...box, x: box.x + column.width, width: box.width - column.width };
    const boxes = tileBoxes(lane, tier.items.length, grid, density);
    return {
      box,
      cell,
      lane,
      color: tier.color,
      title: placeTierTitle(titles[index], cell, titleSteps[index] ?? []),
      tiles: placeTiles(tier.items, labels[index] ?? [], boxes, tileType),
    };
  });
  return { canvas, title, rows, watermark: mark };
}

/** Returns the type sizes on tiles of the given size: for labels, for captions and for large emoji. */
function typeOnTiles(tiers: readonly BoardTier[], labels: Labels, tile: Size): TileType {
  const words = labelsOf('text', tiers, labels);
  const captions = labelsOf('picture', tiers, labels).filter(({ text }) => text !== '');
  const labelSteps = labelScale(words, tile);
  const captionSteps = captionScale(captions, tile);
  return { labelSteps, captionSteps, emojis: largeEmojis(words, tile, labelSteps) };
}

function placeWatermark(text: MeasuredText, page: Rect): { readonly box: Rect; readonly text: PlacedText } {
  const height = spacing.watermarkHeight;
  const box = {
    x: page.x,
    y: page.y + page.height - height + spacing.watermarkDrop,
    width: page.width,
    height,
  };
  const words = { ...box, x: box.x + spacing.watermarkSign, width: box.width - spacing.watermarkSign };
  return { box, text: placeText(text, setText(text, [typeSizes.watermark], words), words) };
}

function boardArea(page: Rect, title: Rect | undefined, watermark: Rect | undefined): Rect {
  const top = title ? title.y + title.height + spacing.titleGap : page.y;
  const bottom = watermark
    ? watermark.y - spacing.watermarkGap + spacing.watermarkDrop
    : page.y + page.height;
  return { x: page.x, y: top, width: page.width, height: bottom - top };
}

function gridProblem(
  tiers: readonly BoardTier[],
  area: Rect,
  height: number,
  column: TierColumn,
  density: Density,
): GridProblem {
  return {
    width: area.width - column.width - 2 * density.lanePadding,
    height,
    counts: tiers.map((tier) => tier.items.length),
    minHeights: column.minHeights,
    tileGap: density.tileGap,
    lanePadding: density.lanePadding,
  };
}

/**
 * Finds the grid. If it is too low for large emoji, or if a few emoji on a board of words would make the words small,
 * the emoji move into the line and the grid is searched again.
 */
function findGrid(
  problem: GridProblem,
  tiers: readonly BoardTier[],
  large: Labels,
  measure: Measurer,
): { readonly grid: Grid; readonly labels: Labels } {
  const gridOf = (labels: Labels) =>
    hasPhotos(tiers) ? photoGrid(problem) : textGrid(problem, labels.flat());
  const grid = gridOf(large);
  if (areEmojiWellPlaced(labelsOf('text', tiers, large), grid.tile)) return { grid, labels: large };
  const inline = withEmojiInline(large, tiers, measure);
  return { grid: gridOf(inline), labels: inline };
}

/** Lays out one tile as large as the canvas, for images of single items. */
export function layOutTile(item: BoardItem, canvas: Size, measure: Measurer): PlacedTile {
  const grid: Grid = { columns: 1, tile: canvas };
  const { label, captionSteps, labelSteps } = measuredTile(item, grid, measure);
  const emojis = largeEmojis([label], grid.tile, labelSteps);
  const [tile] = placeTiles([item], [label], [{ x: 0, y: 0, ...canvas }], {
    labelSteps,
    captionSteps,
    emojis,
  });
  if (!tile) throw new Error('a tile without an item');
  return tile;
}

function measuredTile(item: BoardItem, grid: Grid, measure: Measurer) {
  const label = measureLabel(item, measure, 'large');
  return {
    label,
    labelSteps: labelScale([label], grid.tile),
    captionSteps: captionScale(item.kind === 'picture' ? [label] : [], grid.tile),
  };
}

function placeTierTitle(title: MeasuredText | undefined, cell: Rect, scale: TypeScale): PlacedText {
  if (!title) throw new Error('a tier without a measured title');
  const room = titleRoom(cell);
  const box = inset(cell, (cell.width - room.width) / 2, (cell.height - room.height) / 2);
  return placeText(title, setText(title, scale, box, largestTitleSize), box);
}

/** Type sizes on a board's tiles. */
interface TileType {
  readonly labelSteps: TypeScale;
  readonly captionSteps: TypeScale;
  readonly emojis: LargeEmojis;
}

/** Places the tiles of a row. All its photos have one height: the one that its highest caption leaves. */
function placeTiles(
  items: readonly BoardItem[],
  labels: readonly MeasuredText[],
  boxes: readonly Rect[],
  { labelSteps, captionSteps, emojis }: TileType,
): PlacedTile[] {
  const tiles = items.flatMap((item, position) => {
    const [label, box] = [labels[position], boxes[position]];
    if (!label || !box) return [];
    const caption = item.kind === 'picture' ? fitCaption(label, box, captionSteps) : undefined;
    return [{ item, box, label, caption }];
  });
  const captionHeight = Math.max(0, ...tiles.map(({ caption }) => caption?.height ?? 0));
  return tiles.map(({ item, box, label, caption }) =>
    caption
      ? { item, box, label: placeCaption(caption, box, captionHeight), captionHeight }
      : { item, box, label: placeLabel(label, box, labelSteps, emojis), captionHeight: 0 },
  );
}
