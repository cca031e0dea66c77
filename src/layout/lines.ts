import type { Grid } from './grid.ts';
import type { Rect } from './placed.ts';
import { spread } from './rows.ts';
import type { Density } from './spacing.ts';

/**
 * Returns the tiles of a lane from the left, line by line. Spare height goes above, between and below the lines.
 * Spare width goes between the tiles, unless it would more than double the gaps.
 */
export function tileBoxes(lane: Rect, count: number, { columns, tile }: Grid, density: Density): Rect[] {
  const { lanePadding, tileGap } = density;
  const xs = columnStarts(lane.width - 2 * lanePadding, columns, tile.width, tileGap);
  const lines = Math.ceil(count / columns);
  const left = lane.height - 2 * lanePadding - lines * (tile.height + tileGap) + tileGap;
  const share = Math.floor(left / (lines + 1));
  const top = lane.y + lanePadding + Math.floor((left - share * (lines - 1)) / 2);
  return Array.from({ length: count }, (_, position) => ({
    x: lane.x + lanePadding + (xs[position % columns] ?? 0),
    y: top + Math.floor(position / columns) * (tile.height + tileGap + share),
    ...tile,
  }));
}

/** Returns where the columns of a lane begin, in px from its padding. */
function columnStarts(room: number, columns: number, width: number, gap: number): number[] {
  const gaps = columns - 1;
  const left = room - columns * width - gaps * gap;
  const wider = left <= gaps * gap ? spread(left, new Array(gaps).fill(1)) : [];
  let x = 0;
  return Array.from({ length: columns }, (_, column) => {
    if (column > 0) x += width + gap + (wider[column - 1] ?? 0);
    return x;
  });
}
