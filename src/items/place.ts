import type { BoardItem } from '../model/board.ts';
import { invalid } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import type { RequestTier } from '../model/request.ts';

/** One entry of a tier's `items`, in whichever mode. */
type Entry = RequestTier['items'][number];

/** An entry with its tile found. */
export interface Found {
  readonly tile: BoardItem;
  /** Two entries with the same identity are the same item placed twice; null: never the same as another. */
  readonly identity: string | null;
  /** For a picture: where the request names its address. */
  readonly photoPath?: string;
}

/** A picture that a board needs, and where the request names it. */
export interface NeededPhoto {
  readonly address: string;
  readonly path: string;
}

/** How one mode reads an entry. Throws the failure for an entry that the mode does not allow. */
export type ItemSource = (entry: Entry, path: string) => Found;

interface Placed {
  /** The tiles of each tier, in the request's order. */
  readonly byRow: readonly (readonly BoardItem[])[];
  /** One for each place in the request. */
  readonly photos: readonly NeededPhoto[];
  readonly warnings: readonly string[];
}

/**
 * Finds the tile of every entry. An item placed twice is drawn twice; one warning for each such item.
 * @throws Failure when more tiles would be drawn than a picture holds, or for the first entry that is wrong.
 */
export function placeAll(tiers: readonly RequestTier[], find: ItemSource): Placed {
  requireFewEnoughTiles(tiers);
  const firstPlaces = new Map<string, string>();
  const repeated = new Set<string>();
  const warnings: string[] = [];
  const photos = new Map<string, NeededPhoto>();

  const byRow = tiers.map((tier, row) =>
    tier.items.map((entry, column) => {
      const path = `tiers[${row}].items[${column}]`;
      const { tile, identity, photoPath } = find(entry, path);
      if (tile.kind === 'picture' && photoPath !== undefined)
        photos.set(photoPath, { address: tile.address, path: photoPath });
      if (identity === null) return tile;
      const first = firstPlaces.get(identity);
      if (first === undefined) {
        firstPlaces.set(identity, path);
      } else if (!repeated.has(identity)) {
        repeated.add(identity);
        warnings.push(`${path}: ${identity} is already placed at ${first}; it is drawn more than once`);
      }
      return tile;
    }),
  );
  return { byRow, photos: [...photos.values()], warnings };
}

/** Counted before anything is looked up, so that an absurd request costs nothing. */
function requireFewEnoughTiles(tiers: readonly RequestTier[]): void {
  const count = tiers.reduce((sum, tier) => sum + tier.items.length, 0);
  if (count > limits.drawnTiles) {
    throw invalid('tiers', `${count} items are placed; one picture holds at most ${limits.drawnTiles}`);
  }
}
