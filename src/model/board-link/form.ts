import type { RequestTier, RequestTrack } from '../request.ts';

/**
 * The compact form of a board in an address: a render request without `format`, `scale` and `watermark`, which say
 * nothing about the board. What an address leaves out has the value below. Addresses are kept for years, so a form is
 * never changed: a field is added, or a new version character is (see text.ts).
 *
 * | field | holds | left out |
 * |---|---|---|
 * | `i` | the id of the template | custom mode if `r` is a text, else inline mode |
 * | `t` | the title | the template's title, or none |
 * | `l` | the locale | `en` |
 * | `a` | the aspect ratio, as an index into `ratios` | `3:4` |
 * | `h` | the theme | `night` |
 * | `e` | 1: photos that cannot be loaded are placeholders | the request fails |
 * | `c` | tracks, each `[title or row of a tier with that title, colour without "#"]`; the colour may be absent | none |
 * | `n` | titles of tiers; 0 or absent: the default | all tiers have the default title |
 * | `p` | labels of the pool, or in inline mode of all items in order, joined by line feeds | no items |
 * | `u` | photos: the address, or the id of an uploaded photo, of item N of `p`, whose label is then a caption | no photos |
 * | `r` | rows: references to items, or in inline mode the number of items in each | never |
 *
 * A tier's default title is that of the template's track in the same row, in the locale; without a template it is a letter
 * of `letters`. Rows of references are separated by commas; see `writeReference`.
 */
export interface CompactBoard {
  readonly i?: number | undefined;
  readonly t?: string | undefined;
  readonly l?: string | undefined;
  readonly a?: number | undefined;
  readonly h?: string | undefined;
  readonly e?: 1 | undefined;
  readonly c?: readonly CompactTrack[] | undefined;
  readonly n?: readonly (string | 0)[] | undefined;
  readonly p?: string | undefined;
  readonly u?: Readonly<Record<string, string>> | undefined;
  readonly r: string | readonly number[];
}

type CompactTrack = readonly [titleOrRow: string | number, color?: string | undefined];

/** A render request, with or without the vocabulary of this service checked. */
export interface LinkedBoard {
  readonly mode?: string | undefined;
  readonly templateId?: number | undefined;
  readonly title?: string | undefined;
  readonly locale?: string | undefined;
  readonly aspectRatio?: string | undefined;
  readonly theme?: string | undefined;
  readonly onImageError?: string | undefined;
  readonly tracks?: readonly RequestTrack[] | undefined;
  readonly items?: RequestTier['items'] | undefined;
  readonly tiers: readonly RequestTier[];
}

/** Returns the titles of a template's tracks in a locale; undefined for an unknown template. */
export type TrackTitles = (templateId: number, locale: string) => readonly string[] | undefined;

/** Of a form, for ever. New ratios are appended. */
export const ratios: readonly string[] = ['3:4', '9:16', '1:1', '16:9'];

const letters: readonly string[] = ['S', 'A', 'B', 'C', 'D', 'F'];

/** Returns the titles that a form leaves out. */
export function defaultTitles(
  { templateId, locale }: { readonly templateId: number | undefined; readonly locale: string | undefined },
  titlesOf: TrackTitles,
): readonly string[] {
  return templateId === undefined ? letters : (titlesOf(templateId, locale ?? 'en') ?? []);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
const maxDots = 15;

/** The number of items that can be referenced. */
export const maxReferences = digits.length * (maxDots + 1);

/** Writes a reference to item N as one digit of base 64, after a dot for each 64 before it. */
export function writeReference(index: number): string {
  return '.'.repeat(Math.floor(index / digits.length)) + digits.charAt(index % digits.length);
}

export const rowsPattern = new RegExp(`^(?:\\.{0,${maxDots}}[\\w-]|,)*$`);

/** Reads rows that match `rowsPattern`. */
export function readRows(rows: string): number[][] {
  return rows
    .split(',')
    .map((row) =>
      [...row.matchAll(/(\.*)([\w-])/g)].map(
        ([, dots = '', digit = '']) => dots.length * digits.length + digits.indexOf(digit),
      ),
    );
}

/** Thrown for an address that holds no board, and for a board that fits into no address. */
export class BoardLinkError extends Error {
  override readonly name = 'BoardLinkError';
}
