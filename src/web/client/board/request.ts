import type { BoardTheme } from '../../tier/board-data.ts';
import type { Board, OwnItem, Setting } from './state.ts';

/** The body of `POST /api/v1/render` for what is on the board. */
export interface BoardRequest {
  readonly templateId?: number;
  readonly mode?: 'custom';
  readonly title?: string;
  readonly locale?: string;
  readonly theme: string;
  readonly aspectRatio: string;
  readonly format?: 'png';
  readonly onImageError?: 'placeholder';
  readonly tracks?: readonly { readonly title: string; readonly color: string }[];
  readonly items?: readonly (string | { type: 'url'; url: string; label?: string })[];
  readonly tiers: readonly { readonly title: string; readonly items: readonly (string | number)[] }[];
}

export function requestOf(board: Board, { template }: Setting): BoardRequest {
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
    // A picture that cannot be had should not keep the rest from being drawn.
    ...(board.own.some(({ url }) => url !== undefined) && { onImageError: 'placeholder' }),
    items: board.own.map(poolItem),
    tiers: board.tiers.map((tier) => ({
      title: tier.title,
      items: tier.items.map((key) => index.get(key) ?? -1),
    })),
  };
}

/** Whether anything would be on the picture. */
export function isWorthDrawing(board: Board): boolean {
  return board.tiers.some(({ items }) => items.length > 0);
}

/** The same request, as somebody with a key sends it. */
export function curlOf(request: BoardRequest, api: string): string {
  const json = JSON.stringify(request).replaceAll("'", `'\\''`);
  return `curl ${api} \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${json}'`;
}

/** The colour of a tier as the picture has it: its own, the template's for that title, the theme's for the row. */
export function tierColor(board: Board, row: number, theme: BoardTheme, { template }: Setting): string {
  const tier = board.tiers[row];
  const own = tier && tracksOf(board).find(({ title }) => same(title, tier.title))?.color;
  const track = tier && template.tracks.find(({ title }) => same(title[board.locale], tier.title));
  return own ?? track?.color ?? theme.palette[row % theme.palette.length] ?? theme.colors.tile;
}

/** The service finds colours by title, so tiers of one title have one colour: the first. */
function tracksOf({ tiers }: Board) {
  const tracks: { title: string; color: string }[] = [];
  for (const { title, color } of tiers) {
    if (color !== null && !tracks.some((track) => same(track.title, title))) tracks.push({ title, color });
  }
  return tracks;
}

function same(left: string, right: string): boolean {
  return fold(left) === fold(right);
}

function fold(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}

function poolItem({ label, url }: OwnItem) {
  if (url === undefined) return label;
  return { type: 'url' as const, url, ...(label !== '' && { label }) };
}
