import * as v from 'valibot';
import {
  BoardLinkError,
  type CompactBoard,
  defaultTitles,
  ratios,
  readRows,
  rowsPattern,
  type TrackTitles,
} from './form.ts';

/** A board has at most 80 references of at most 16 characters. */
const maxRowCharacters = 4096;

const text = v.string();
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const titleOrRow = v.union([text, index]);

/** Refuses unknown fields: a later version may have added them, and the board would not be the one that was sent. */
const formSchema = v.strictObject({
  i: v.optional(index),
  t: v.optional(text),
  l: v.optional(text),
  a: v.optional(v.pipe(index, v.maxValue(ratios.length - 1))),
  h: v.optional(text),
  e: v.optional(v.literal(1)),
  c: v.optional(v.array(v.union([v.strictTuple([titleOrRow]), v.strictTuple([titleOrRow, text])]))),
  n: v.optional(v.array(v.union([text, v.literal(0)]))),
  p: v.optional(text),
  u: v.optional(v.record(text, text)),
  r: v.union([v.pipe(text, v.maxLength(maxRowCharacters), v.regex(rowsPattern)), v.array(index)]),
}) satisfies v.GenericSchema<unknown, CompactBoard>;

/**
 * Returns the render request of a compact form. Its shape is that of a request; its texts, limits and references are to be
 * checked like those of any other.
 *
 * @throws BoardLinkError for a value that is no form
 */
export function readForm(value: unknown, titlesOf: TrackTitles): object {
  const result = v.safeParse(formSchema, value, { abortEarly: true });
  if (!result.success) throw new BoardLinkError(problemOf(result.issues[0]));
  const form = result.output;
  const { t: title, l: locale, a: ratio, h: theme } = form;
  const titles = titlesIn(form, titlesOf);
  const tracks = form.c?.map(([which, color]) => ({
    title: typeof which === 'number' ? (titles[which] ?? '') : which,
    ...(color !== undefined && { color: `#${color}` }),
  }));
  return {
    ...itemsAndTiers(form, titles),
    ...(title !== undefined && { title }),
    ...(locale !== undefined && { locale }),
    ...(ratio !== undefined && { aspectRatio: ratios[ratio] }),
    ...(theme !== undefined && { theme }),
    ...(form.e && { onImageError: 'placeholder' }),
    ...(tracks && { tracks }),
  };
}

function problemOf(issue: v.InferIssue<typeof formSchema>): string {
  const field = issue.path?.[0]?.key;
  if (field === undefined) return 'does not hold a board';
  return issue.type === 'strict_object' && issue.expected === 'never'
    ? `has the field "${String(field).slice(0, 20)}", which this service does not know`
    : `has a field "${String(field)}" that is not valid`;
}

function titlesIn({ i: templateId, l: locale, n: written = [], r }: CompactBoard, titlesOf: TrackTitles) {
  const defaults = defaultTitles({ templateId, locale }, titlesOf);
  const count = typeof r === 'string' ? r.split(',').length : r.length;
  return Array.from({ length: count }, (_, row) => {
    const title = written[row] ?? 0;
    return title === 0 ? (defaults[row] ?? '') : title;
  });
}

function itemsAndTiers(form: CompactBoard, titles: readonly string[]): object {
  const { i: templateId, r } = form;
  const tiersOf = (rows: readonly (readonly unknown[])[]) =>
    titles.map((title, row) => ({ title, items: rows[row] ?? [] }));
  if (typeof r !== 'string') {
    const items = itemsIn(form, inlineItem);
    if (r.reduce((sum, count) => sum + count, 0) !== items.length)
      throw new BoardLinkError('has rows of another number of items than it holds');
    let from = 0;
    return {
      mode: 'inline',
      tiers: tiersOf(
        r.map((count) => {
          from += count;
          return items.slice(from - count, from);
        }),
      ),
    };
  }
  const rows = readRows(r);
  if (templateId !== undefined)
    return { templateId, tiers: tiersOf(rows.map((row) => row.map((position) => `item_${position}`))) };
  return { mode: 'custom', items: itemsIn(form, (label) => label), tiers: tiersOf(rows) };
}

function itemsIn({ p, u = {} }: CompactBoard, textItem: (label: string) => unknown): readonly unknown[] {
  const labels = p?.split('\n') ?? [];
  const isUnknown = Object.keys(u).some((key) => !/^(0|[1-9]\d*)$/.test(key) || Number(key) >= labels.length);
  if (isUnknown) throw new BoardLinkError('has a photo for an item that it does not hold');
  return labels.map((label, position) => {
    const photo = u[position];
    if (photo === undefined) return textItem(label);
    const what = photo.startsWith('photo_') ? { type: 'photo', id: photo } : { type: 'url', url: photo };
    return { ...what, ...(label !== '' && { label }) };
  });
}

/** In inline mode a plain text may be the address of a photo. */
function inlineItem(label: string): unknown {
  return /^https?:/i.test(label.trim()) ? { type: 'text', label } : label;
}
