import type { BoardItem } from '../model/board.ts';
import { invalid } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import type { RequestTier } from '../model/request.ts';

/** An entry of a tier's `items`, in any mode. */
type Entry = RequestTier['items'][number];

/** The tile of an entry. */
export interface Found {
  readonly tile: BoardItem;
  /** Entries with equal identities are the same item placed twice; null: never the same as another entry. */
  readonly identity: string | null;
  /** The path of a photo's address in the request. */
  readonly photoPath?: string;
}

/** A photo that a board needs, and the path of its address in the request. */
export interface NeededPhoto {
  readonly address: string;
  readonly path: string;
}

/** Reads an entry in one mode. Throws a failure if the mode does not allow the entry. */
export type ItemSource = (entry: Entry, path: string) => Found;

interface Placed {
  /** The tiles of each tier, in the order of the request. */
  readonly byRow: readonly (readonly BoardItem[])[];
  /** One photo for each path in the request. */
  readonly photos: readonly NeededPhoto[];
  readonly warnings: readonly string[];
}

/**
 * Finds the tile of every entry. An item that is placed twice is drawn twice, with one warning for the item.
 *
 * @throws Failure when there are more tiles than an image can hold, or for the first invalid entry
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

/** Throws if there are too many tiles. It runs before any look-up, so that an absurd request costs nothing. */
function requireFewEnoughTiles(tiers: readonly RequestTier[]): void {
  const count = tiers.reduce((sum, tier) => sum + tier.items.length, 0);
  if (count > limits.drawnTiles) {
    throw invalid('tiers', `${count} items are placed; one picture holds at most ${limits.drawnTiles}`);
  }
}
