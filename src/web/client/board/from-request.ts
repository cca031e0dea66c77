import type { RenderRequest, RequestItem } from '../../../model/request.ts';
import { type Board, type BoardSetup, blankBoard, type ItemKey, type OwnItem } from './state.ts';

/**
 * Returns the board of a render request, the reverse of `requestOf`. An item that is placed twice stays in its first place,
 * since each item of a board is in one place.
 */
export function boardFrom(request: RenderRequest, setup: BoardSetup): Board {
  const blank = blankBoard({ ...setup, locale: request.locale ?? 'en' });
  const isOfTemplate = setup.template.id !== 'custom';
  const own = isOfTemplate ? [] : ownItems(request);
  const all = isOfTemplate ? blank.pool : own.map(({ key }) => key);
  const unplaced = new Set(all);
  let inlineBefore = 0;
  const keyOf = (entry: number | RequestItem): ItemKey => {
    if (typeof entry === 'number') return own[entry]?.key ?? '';
    if (isOfTemplate) return String(entry);
    inlineBefore += 1;
    return own[inlineBefore - 1]?.key ?? '';
  };
  const tiers = request.tiers.map(({ title, items }, key) => ({
    key,
    title,
    color: colorOf(title, request),
    items: items.map(keyOf).filter((item) => unplaced.delete(item)),
  }));
  return {
    ...blank,
    // A template's board has the template's title; any other has none.
    title: request.title ?? null,
    locale: isOfTemplate ? blank.locale : setup.locale,
    theme: request.theme ?? blank.theme,
    aspectRatio: request.aspectRatio ?? blank.aspectRatio,
    tiers,
    pool: [...unplaced],
    own,
  };
}

/** Returns the items of the pool, or in inline mode those of all tiers in order. */
function ownItems({ items, tiers }: RenderRequest): readonly OwnItem[] {
  return (items ?? tiers.flatMap((tier) => tier.items)).map((item, index) => {
    const key = `own_${index}`;
    if (typeof item === 'number') return { key, label: '' };
    if (typeof item === 'string') return { key, label: item };
    const { label = '' } = item;
    if (item.type === 'url') return { key, label, url: item.url };
    return item.type === 'photo' ? { key, label, photo: item.id } : { key, label };
  });
}

/** Returns the colour of the track with this title; tiers without one have the template's or the theme's. */
function colorOf(title: string, { tracks = [] }: RenderRequest): string | null {
  return tracks.find((track) => isSame(track.title, title))?.color?.toLowerCase() ?? null;
}

function isSame(left: string, right: string): boolean {
  return left.trim().normalize('NFC').toLowerCase() === right.trim().normalize('NFC').toLowerCase();
}
