import emojiRegex from 'emoji-regex';

const emoji = emojiRegex();

/**
 * An emoji character with text presentation by default, without a selector or modifier after it.
 * See UTS #51, "minimally-qualified" and "unqualified".
 */
const unqualified = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\uFE0F|\p{Emoji_Modifier})/u;

/** Whether a text is exactly one emoji in its fully-qualified form (UTS #51, RGI set). */
export function isOneEmoji(text: string): boolean {
  return text.match(emoji)?.[0] === text && !unqualified.test(text);
}
