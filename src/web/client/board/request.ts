import type { Format } from '../../../model/vocabulary.ts';
import type { BoardTheme } from '../../tier/board-data.ts';
import type { Board, BoardSetup, OwnItem } from './state.ts';

/** The body of `POST /api/v1/render` for a board. */
export interface BoardRequest {
  readonly templateId?: number;
  readonly mode?: 'custom';
  readonly title?: string;
  readonly locale?: string;
  readonly theme: string;
  readonly aspectRatio: string;
  readonly format?: Format;
  readonly onImageError?: 'placeholder';
  readonly tracks?: readonly { readonly title: string; readonly color: string }[];
  readonly items?: readonly (
    | string
    | { type: 'url'; url: string; label?: string }
    | { type: 'photo'; id: string; label?: string }
  )[];
  readonly tiers: readonly { readonly title: string; readonly items: readonly (string | number)[] }[];
}

/**
 * Returns the request for a board.
 *
 * @param photoIdOf returns the id of an own photo, undefined while it is being uploaded
 */
export function requestOf(
  board: Board,
  { template }: BoardSetup,
  photoIdOf: (photo: string) => string | undefined = (photo) => photo,
): BoardRequest {
  const { title, locale, theme, aspectRatio } = board;
  const tracks = tracksOf(board);
  const look = { theme, aspectRatio, ...(tracks.length > 0 && { tracks }) };
  if (template.id !== 'custom') {
    return {
      templateId: template.id,
      ...(title !== null && { title }),
      locale,
      ...look,
      tiers: board.tiers.map((tier) => ({ title: tier.title, items: tier.items })),
    };
  }
  const index = new Map(board.own.map(({ key }, position) => [key, position]));
  return {
    mode: 'custom',
    ...(title !== null && title !== '' && { title }),
    ...look,
    // One photo that cannot be loaded should not prevent the image.
    ...(board.own.some(({ url, photo }) => url !== undefined || photo !== undefined) && {
      onImageError: 'placeholder',
    }),
    items: board.own.map((item) => poolItem(item, photoIdOf)),
    tiers: board.tiers.map((tier) => ({
      title: tier.title,
      items: tier.items.map((key) => index.get(key) ?? -1),
    })),
  };
}

/** Returns a board whose own items that are not placed stand in the order of the pool, so that its request keeps it. */
export function withPoolInOrder(board: Board): Board {
  const isUnplaced = ({ key }: OwnItem) => board.pool.includes(key);
  const rank = ({ key }: OwnItem) => board.pool.indexOf(key);
  const unplaced = board.own.filter(isUnplaced).sort((left, right) => rank(left) - rank(right));
  return { ...board, own: board.own.map((item) => (isUnplaced(item) ? (unplaced.shift() ?? item) : item)) };
}

/** Returns whether the image would show an item. */
export function hasPlacedItems(board: Board): boolean {
  return board.tiers.some(({ items }) => items.length > 0);
}

/** Returns a shell command that sends a request with an API key. */
export function curlOf(request: BoardRequest, api: string): string {
  const json = JSON.stringify(request).replaceAll("'", `'\\''`);
  return `curl ${api} \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${json}'`;
}

/** Returns a tier's colour on the image: its own, else the template's for that title, else the theme's for that row. */
export function tierColor(board: Board, row: number, theme: BoardTheme, { template }: BoardSetup): string {
  const tier = board.tiers[row];
  const own = tier && tracksOf(board).find(({ title }) => isSameTitle(title, tier.title))?.color;
  const track = tier && template.tracks.find(({ title }) => isSameTitle(title[board.locale], tier.title));
  return own ?? track?.color ?? theme.palette[row % theme.palette.length] ?? theme.colors.tile;
}

/** The service looks colours up by title, so all tiers of one title have the first one's colour. */
function tracksOf({ tiers }: Board) {
  const tracks: { title: string; color: string }[] = [];
  for (const { title, color } of tiers) {
    if (color !== null && !tracks.some((track) => isSameTitle(track.title, title)))
      tracks.push({ title, color });
  }
  return tracks;
}

function isSameTitle(left: string, right: string): boolean {
  return fold(left) === fold(right);
}

function fold(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}

function poolItem({ label, url, photo }: OwnItem, photoIdOf: (photo: string) => string | undefined) {
  const caption = label !== '' && { label };
  if (url !== undefined) return { type: 'url' as const, url, ...caption };
  const id = photo === undefined ? undefined : photoIdOf(photo);
  if (id !== undefined) return { type: 'photo' as const, id, ...caption };
  return photo === undefined ? label : `🖼️ ${label}`.trim();
}
