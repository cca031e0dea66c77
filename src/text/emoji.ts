import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import emojiRegex from 'emoji-regex';
import type { Art } from '../model/board.ts';

/** A colour emoji: its characters and the name of its drawing. */
export interface Emoji {
  readonly characters: string;
  readonly name: string;
}

/** What is drawn large above the words of a label, or within their line where there is no room for that. */
export type Figure = Emoji | Art;

/** A stretch of text with no emoji in it, or one emoji. */
export type EmojiSegment = { readonly text: string } | { readonly emoji: Emoji };

const require = createRequire(import.meta.url);
const mayHoldEmoji = /\ufe0f|[\u{a9}\u{ae}\u{203c}-\u{3299}\u{1f000}-\u{1fbff}]/u;
const emojiPresentation = /^\p{Emoji_Presentation}/u;
const drawings = new Map<string, string | null>();

/** Cuts a text into emoji and what stands between them. A character that is text by default stays text. */
export function splitEmoji(text: string): EmojiSegment[] {
  if (!mayHoldEmoji.test(text)) return [{ text }];
  const segments: EmojiSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(emojiRegex())) {
    const emoji = emojiOf(match[0]);
    if (!emoji || isTextByDefault(match[0])) continue;
    if (match.index > from) segments.push({ text: text.slice(from, match.index) });
    segments.push({ emoji });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ text: text.slice(from) });
  return segments;
}

/** An emoji at the very start of a text and the words behind it, if any; undefined where more emoji follow. */
export function leadingEmoji(text: string): { readonly emoji: Emoji; readonly words: string } | undefined {
  const first = splitEmoji(text)[0];
  if (!first || !('emoji' in first)) return undefined;
  const words = text.slice(first.emoji.characters.length).trim();
  return 'emoji' in (splitEmoji(words)[0] ?? {}) ? undefined : { emoji: first.emoji, words };
}

/** The emoji of exactly these characters, if there is a drawing of it. */
export function emojiOf(characters: string): Emoji | undefined {
  const name = drawingName(characters);
  return emojiMarkup(name) === null ? undefined : { characters, name };
}

/** The inner markup of an emoji's 36×36 drawing, or null when there is none. Source: Twemoji. */
export function emojiMarkup(name: string): string | null {
  let markup = drawings.get(name);
  if (markup === undefined) {
    markup = readMarkup(name);
    drawings.set(name, markup);
  }
  return markup;
}

function readMarkup(name: string): string | null {
  try {
    const svg = readFileSync(require.resolve(`@discordapp/twemoji/dist/svg/${name}.svg`), 'utf8');
    return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  } catch {
    return null;
  }
}

/** Twemoji's file names: code points in hex, without U+FE0F unless the sequence is joined by U+200D. */
function drawingName(characters: string): string {
  const kept = characters.includes('\u200d') ? characters : characters.replaceAll('\ufe0f', '');
  return Array.from(kept, (character) => (character.codePointAt(0) ?? 0).toString(16)).join('-');
}

function isTextByDefault(characters: string): boolean {
  return Array.from(characters).length === 1 && !emojiPresentation.test(characters);
}
