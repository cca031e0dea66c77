import { emojiMarkup, emojiOf } from '../text/emoji.ts';
import type { EmojiDrawings } from '../web/tier/emoji.ts';

/** Twemoji's drawings for pages: some systems have no colour emoji or no flags. */
export const emojiDrawings: EmojiDrawings = {
  nameOf: (emoji) => emojiOf(emoji)?.name,
  svg(name) {
    if (!/^[0-9a-f]{1,6}(-[0-9a-f]{1,6}){0,15}$/.test(name)) return undefined;
    const codePoints = name.split('-').map((hex) => Number.parseInt(hex, 16));
    if (codePoints.some((codePoint) => codePoint > 0x10ffff)) return undefined;
    if (emojiOf(String.fromCodePoint(...codePoints))?.name !== name) return undefined;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">${emojiMarkup(name)}</svg>`;
  },
};
