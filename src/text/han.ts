/**
 * Whose shapes Han characters take. Chinese and Japanese share code points but not shapes: 直, 骨 and 海 written
 * in the wrong ones look foreign to their readers.
 */
export type HanForms = 'zh' | 'ja';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const kanaOrHan = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Kana is written in Japanese alone, so a text that holds some is Japanese. */
export function holdsKana(text: string): boolean {
  return kana.test(text);
}

/**
 * The forms for a board's texts: Japanese when two or more, and more than half of those with Han or kana, hold kana, so that a 海
 * alone on its tile looks like the 海 in the sentence beside it.
 */
export function hanFormsOf(texts: readonly string[]): HanForms {
  const eastern = texts.filter((text) => kanaOrHan.test(text));
  const japanese = eastern.filter(holdsKana).length;
  return japanese > 1 && 2 * japanese > eastern.length ? 'ja' : 'zh';
}
