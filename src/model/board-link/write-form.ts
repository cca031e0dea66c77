import { inferMode } from '../infer-mode.ts';
import type { RequestTier } from '../request.ts';
import {
  BoardLinkError,
  type CompactBoard,
  defaultTitles,
  type LinkedBoard,
  maxReferences,
  ratios,
  type TrackTitles,
  writeReference,
} from './form.ts';

type Item = RequestTier['items'][number];

/** The items of a form: labels, and the addresses of those that are photos. */
type Items = Pick<CompactBoard, 'p' | 'u'>;

/**
 * Returns the compact form of a render request. What the request's mode does not use is left out.
 *
 * @param titlesOf the tracks of templates; those of an unknown template are written out
 * @throws BoardLinkError for a request that is not valid, so that it has no form
 */
export function writeForm(board: LinkedBoard, titlesOf: TrackTitles): CompactBoard {
  const { title, locale, theme, aspectRatio } = board;
  return {
    ...itemsAndRows(board),
    ...(title !== undefined && { t: title }),
    ...(locale !== undefined && locale !== 'en' && { l: locale }),
    ...(aspectRatio !== undefined && aspectRatio !== ratios[0] && { a: ratioIndex(aspectRatio) }),
    ...(theme !== undefined && theme !== 'night' && { h: theme }),
    ...(board.onImageError === 'placeholder' && { e: 1 as const }),
    ...titles(board, titlesOf),
    ...tracks(board),
  };
}

function itemsAndRows(board: LinkedBoard): Pick<CompactBoard, 'i' | 'p' | 'u' | 'r'> {
  const { templateId, items = [], tiers } = board;
  switch (inferMode(board)) {
    case 'template':
      if (templateId === undefined) throw new BoardLinkError('the board names no template');
      return { i: templateId, r: rows(tiers, templateReference) };
    case 'custom':
      return {
        ...itemsOf(items, () => false),
        r: rows(tiers, (item) => (typeof item === 'number' ? item : undefined)),
      };
    default: {
      const all = tiers.flatMap((tier) => tier.items);
      return { ...itemsOf(all, isWebAddress), r: tiers.map((tier) => tier.items.length) };
    }
  }
}

function templateReference(item: Item): number | undefined {
  const [, position] = typeof item === 'string' ? (/^item_(0|[1-9]\d{0,8})$/.exec(item) ?? []) : [];
  return position === undefined ? undefined : Number(position);
}

function rows(tiers: readonly RequestTier[], referenceOf: (item: Item) => number | undefined): string {
  return tiers.map(({ items }) => items.map((item) => reference(referenceOf(item))).join('')).join(',');
}

function reference(index: number | undefined): string {
  if (index === undefined || !Number.isInteger(index) || index < 0 || index >= maxReferences)
    throw new BoardLinkError('a tier holds what is no item of the board');
  return writeReference(index);
}

/** @param isPhoto whether a plain text is the address of a photo */
function itemsOf(items: readonly Item[], isPhoto: (text: string) => boolean): Items {
  if (items.length === 0) return {};
  const photos: Record<string, string> = {};
  const labels = items.map((item, index) => {
    if (typeof item === 'number') throw new BoardLinkError('an item is neither a text nor a photo');
    if (typeof item === 'string') {
      if (!isPhoto(item)) return item;
      photos[index] = item;
      return '';
    }
    if (item.type === 'url') photos[index] = item.url;
    if (item.type === 'photo') photos[index] = item.id;
    return item.label ?? '';
  });
  return {
    // As where texts are checked: a line feed in a text is a space.
    p: labels.map((label) => label.replace(/[\t\n]/g, ' ')).join('\n'),
    ...(Object.keys(photos).length > 0 && { u: photos }),
  };
}

/** As in `items/photos.ts`: what is no valid address there is refused as one when it is read. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/iu.test(text);
}

function ratioIndex(ratio: string): number {
  const index = ratios.indexOf(ratio);
  if (index < 0) throw new BoardLinkError('the aspect ratio is not known');
  return index;
}

function titles(board: LinkedBoard, titlesOf: TrackTitles): Pick<CompactBoard, 'n'> {
  const templateId = inferMode(board) === 'template' ? board.templateId : undefined;
  const defaults = defaultTitles({ templateId, locale: board.locale }, titlesOf);
  const written = board.tiers.map(({ title }, row) => (title === defaults[row] ? (0 as const) : title));
  const length = written.findLastIndex((title) => title !== 0) + 1;
  return length === 0 ? {} : { n: written.slice(0, length) };
}

function tracks({ tracks = [], tiers }: LinkedBoard): Pick<CompactBoard, 'c'> {
  if (tracks.length === 0) return {};
  return {
    c: tracks.map(({ title, color }) => {
      const row = tiers.findIndex((tier) => tier.title === title);
      const which = row < 0 ? title : row;
      return color === undefined ? [which] : [which, color.replace(/^#/, '').toLowerCase()];
    }),
  };
}
