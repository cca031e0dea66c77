import type { PlacedBoard, PlacedTile, Rect } from '../layout/placed.ts';
import type { BoxMark } from '../model/drawing.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { cornersPath } from './shapes.ts';
import { type Fill, layersUnder, rowSurface, tileSurface } from './surfaces.ts';
import { textureLines } from './texture.ts';
import { watermarkSign } from './watermark.ts';

/** Returns the height in px, from the top of a tile's frame, that an opaque photo covers. */
type Covered = (tile: PlacedTile) => number;

/** Returns the boxes of a board in the order of its scene. */
export function boardBoxes(board: PlacedBoard, theme: Theme, room: number, covered: Covered): BoxMark[] {
  const surfaces = board.rows.map((row, index) => rowSurface(row, index, theme, room));
  const texture = textureBoxes(board, theme);
  const sign = board.watermark ? watermarkSign(board.watermark.text, theme) : [];
  return [
    ...(theme.texture?.kind === 'grid' ? texture : []),
    ...surfaces.flatMap(({ under }) => (under ? boxMark(under) : [])),
    ...surfaces.map(({ lane }) => boxMark(lane)),
    ...(theme.texture?.kind === 'scanlines' ? texture : []),
    ...surfaces.map(({ cell }) => boxMark(cell)),
    ...board.rows.flatMap(({ tiles }) => tileBoxes(tiles, theme, room, covered)),
    ...sign.map(boxMark),
  ];
}

/** Returns the boxes of tiles next to each other: those below the faces of all of them come first. */
export function tileBoxes(
  tiles: readonly PlacedTile[],
  theme: Theme,
  room: number,
  covered: Covered,
): BoxMark[] {
  const surfaces = tiles.map((tile) => tileSurface(tile.box, theme, room, covered(tile)));
  return [...layersUnder(surfaces).flat(), ...surfaces.flatMap(({ face }) => face ?? [])].map(boxMark);
}

function textureBoxes({ canvas }: PlacedBoard, { texture }: Theme): BoxMark[] {
  if (!texture) return [];
  const opacity = texture.kind === 'scanlines' ? texture.opacity : 1;
  return textureLines(texture, canvas).map((line) => plainMark(line, texture.color, opacity));
}

function boxMark({ box, color }: Fill): BoxMark {
  if (box.radius === 0) return plainMark(box, color, 1);
  return { ...plainMark(box, color, 1), radius: box.radius, corners: cornersPath(box) };
}

function plainMark({ x, y, width, height }: Rect, color: Color, opacity: number): BoxMark {
  return { x, y, width, height, color, opacity, radius: 0, corners: '' };
}
