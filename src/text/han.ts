/**
 * The language whose forms Han characters take. Chinese and Japanese share code points but not forms: 直, 骨 and 海 look
 * foreign to readers in the wrong ones.
 */
export type HanForms = 'zh' | 'ja';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const kanaOrHan = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Whether a text contains kana, which only Japanese uses. */
export function holdsKana(text: string): boolean {
  return kana.test(text);
}

/**
 * Returns the forms for all texts of a board: Japanese if at least two texts, and more than half of those with Han or
 * kana, contain kana. A single 海 on a tile then looks like the 海 in the sentence next to it.
 */
export function hanFormsOf(texts: readonly string[]): HanForms {
  const eastern = texts.filter((text) => kanaOrHan.test(text));
  const japanese = eastern.filter(holdsKana).length;
  return japanese > 1 && 2 * japanese > eastern.length ? 'ja' : 'zh';
}
