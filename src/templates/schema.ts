import * as v from 'valibot';
import { graphemesIn, hasAtMost } from '../model/graphemes.ts';
import { limits } from '../model/limits.ts';
import { didYouMean } from '../model/nearest.ts';
import { locales } from '../model/vocabulary.ts';
import { categories, categoryOf } from './categories.ts';
import { isOneEmoji } from './emoji.ts';

const hidden = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** A text of a template: one trimmed line in NFC, without characters that an image or a page cannot show. */
function line(maxLength: number) {
  return v.pipe(
    v.string('must be a text'),
    v.nonEmpty('must not be empty'),
    // One action, because a catalogue has thousands of texts, and each action of each takes its time.
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const message of faultsOf(dataset.value, maxLength)) addIssue({ message });
    }),
  );
}

function faultsOf(text: string, maxLength: number): string[] {
  const faults: string[] = [];
  if (text !== text.trim()) faults.push('must not begin or end with a space');
  if (hidden.test(text)) faults.push('must be one line of well-formed Unicode');
  if (text !== text.normalize('NFC')) faults.push('must be in Unicode NFC');
  if (!hasAtMost(maxLength, text))
    faults.push(`is ${graphemesIn(text)} characters long; the limit is ${maxLength}`);
  return faults;
}

function inEveryLocale(maxLength: number) {
  return v.strictObject({ en: line(maxLength), zh: line(maxLength), ru: line(maxLength) });
}

function described<const TSchema extends v.GenericSchema>(schema: TSchema, description: string) {
  return v.pipe(schema, v.description(description));
}

const positive = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);
const word = v.pipe(
  v.string('must be a text'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u, 'must be lower-case words joined by -'),
);
const dayForm = 'must be a date such as 2026-01-31';
const day = v.pipe(v.string('must be a text'), v.isoDate(dayForm), v.check(isInCalendar, dayForm));

const track = v.strictObject({
  title: inEveryLocale(limits.tierTitleGraphemes),
  color: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(/^#[0-9a-f]{6}$/u, 'must be #rrggbb in lower case'),
      v.description('Left out: the colour of the theme.'),
    ),
  ),
});

const item = v.strictObject({
  // A tile's label consists of the emoji, a space and this text.
  label: inEveryLocale(limits.labelGraphemes - 2),
  emoji: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.check(isOneEmoji, 'must be one emoji, written in full'),
      v.description('One emoji, drawn above the words.'),
    ),
  ),
  icon: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(/^[a-z0-9]+$/u, 'must be the slug of an icon of Simple Icons, such as python'),
      v.description('An icon of Simple Icons (simpleicons.org) by its slug, drawn above the words.'),
    ),
  ),
  art: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(/^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png)$/u, 'must be a file in art/, such as blue-whale.svg'),
      v.description('A file in the folder art/ beside the templates, drawn above the words: .svg or .png.'),
    ),
  ),
});

function listOf<Entry extends v.GenericSchema>(entry: Entry, min: number, max: number) {
  return v.pipe(
    v.array(entry, 'must be a list'),
    v.minLength(min, `must hold at least ${min}`),
    v.maxLength(max, `must hold at most ${max}`),
  );
}

/** A file of `data/templates/`, version 1 of its format. Other fields are not allowed. */
export const templateSchema = v.strictObject({
  $schema: v.optional(v.string('must be a text')),
  schemaVersion: v.literal(1, 'must be 1, the format this version reads'),
  id: described(positive, 'The number in the file name. Never given to another template.'),
  revision: described(positive, 'One more with every change of what is drawn.'),
  createdAt: day,
  updatedAt: day,
  title: inEveryLocale(limits.titleGraphemes),
  description: inEveryLocale(500),
  category: described(word, `One of ${categories.map(({ slug }) => slug).join(', ')}.`),
  tags: described(listOf(line(50), 0, 30), 'Words that somebody would search for, in any language.'),
  tracks: described(listOf(track, 1, limits.tracks), 'The tiers, from the best down.'),
  sources: v.optional(
    described(
      listOf(line(120), 1, 8),
      'What the items were compared with, such as a register or an encyclopaedia. Not shown anywhere.',
    ),
  ),
  // A board of all items must be within the limits of a render.
  items: described(
    listOf(item, 1, limits.drawnTiles),
    'Requests name them by place, item_0, item_1, …; so new ones go to the end.',
  ),
});

/** A file of own templates that hides an official one. */
export const hiddenTemplateSchema = v.strictObject({
  id: positive,
  hidden: v.literal(true, 'must be true'),
});

export type TemplateFile = v.InferOutput<typeof templateSchema>;

/** Returns violations of rules between fields, as `path: reason`. */
export function contradictions(file: TemplateFile): string[] {
  const problems: string[] = [];
  if (file.updatedAt < file.createdAt) problems.push('updatedAt: is before createdAt');
  if (categoryOf(file.category) === undefined) {
    const slugs = categories.map(({ slug }) => slug);
    problems.push(`category: there is no category "${file.category}"${didYouMean(file.category, slugs)}`);
  }
  file.items.forEach((one, i) => {
    const drawings = (['emoji', 'icon', 'art'] as const).filter((kind) => one[kind] !== undefined);
    if (drawings.length > 1)
      problems.push(`items[${i}]: has ${drawings.join(' and ')}; one of them is enough`);
  });
  for (const locale of locales) {
    problems.push(
      ...repeated(
        file.tracks.map((one) => one.title[locale]),
        (i) => `tracks[${i}].title.${locale}`,
      ),
      ...repeated(
        file.items.map((one) => one.label[locale]),
        (i) => `items[${i}].label.${locale}`,
      ),
    );
  }
  problems.push(...repeated(file.tags, (i) => `tags[${i}]`));
  return problems;
}

function repeated(texts: readonly string[], path: (index: number) => string): string[] {
  const first = new Map<string, number>();
  return texts.flatMap((text, index) => {
    const key = text.toLowerCase().normalize('NFC');
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [`${path(index)}: is the same as ${path(earlier)}`];
  });
}

/** Returns false for a day such as 31 February, which Date.parse takes for 3 March. */
function isInCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
