import type { Template, TemplateItem } from '../model/template.ts';
import { type Locale, locales } from '../model/words.ts';

/**
 * What a tile shows at a good size on a board of all items, in columns: a Latin or Cyrillic letter takes one, a Chinese
 * character two. A word longer than the second is set small for all, or broken.
 */
const comfortable = { label: 32, word: 20 };

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFF60]/gu;

/** What loads and may still not be what was meant, as `path: reason`. */
export function doubts({ items }: Template): string[] {
  const bare = items.flatMap((item, i) =>
    hasPicture(item) ? [] : [`items[${i}]: has no emoji, icon or art, and is drawn as words alone`],
  );
  const long = items.flatMap((item, i) =>
    locales.flatMap((locale) =>
      tooLong(item, locale).map((reason) => `items[${i}].label.${locale}: ${reason}`),
    ),
  );
  return [...bare, ...long];
}

/** Whether something is drawn above the words. */
export function hasPicture({ emoji, art }: TemplateItem): boolean {
  return emoji !== undefined || art !== undefined;
}

function tooLong({ label }: TemplateItem, locale: Locale): string[] {
  const text = label[locale];
  const width = columns(text);
  if (width > comfortable.label) {
    return [`is ${width} columns long, which is drawn small; ${comfortable.label} read well`];
  }
  const word = text.split(/[\s-]+/u).find((one) => !one.match(wide) && columns(one) > comfortable.word);
  return word === undefined
    ? []
    : [`has a word of ${columns(word)} columns, which is drawn small; ${comfortable.word} read well`];
}

function columns(text: string): number {
  return Array.from(text.normalize('NFC')).length + (text.match(wide)?.length ?? 0);
}
