import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

const packages = createRequire(import.meta.url);
const mayHoldEmoji = /\ufe0f|[\u{a9}\u{ae}\u{203c}-\u{3299}\u{1f000}-\u{1fbff}]/u;
const asText = '\ufe0e';
const asEmoji = '\ufe0f';
const joiner = '\u200d';

/**
 * Cuts a text into emoji and what stands between them. A character that is text by default stays text, and so does
 * one that U+FE0E asks to be. A sequence without a drawing of its own is drawn as its parts.
 */
export function splitEmoji(text: string): EmojiSegment[] {
  if (!mayHoldEmoji.test(text)) return [{ text }];
  const segments: EmojiSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(emojiRegex())) {
    // Some keyboards add U+FE0F where it changes nothing.
    const to =
      match.index + match[0].length + (text.startsWith(asEmoji, match.index + match[0].length) ? 1 : 0);
    const characters = text.slice(match.index, to);
    const parts =
      isTextByDefault(characters) || text.startsWith(asText, to) ? undefined : drawnParts(characters);
    if (!parts) continue;
    if (match.index > from) segments.push({ text: text.slice(from, match.index) });
    segments.push(...parts);
    from = to;
  }
  if (from < text.length) segments.push({ text: text.slice(from) });
  return segments;
}

/** The emoji, or where it has no drawing what it is joined of; undefined where there is none of any part either. */
function drawnParts(characters: string): EmojiSegment[] | undefined {
  const emoji = emojiOf(characters);
  if (emoji) return [{ emoji }];
  const joined = characters.split(joiner);
  const parts = joined.length > 1 ? joined : Array.from(characters.replaceAll(asEmoji, ''));
  if (parts.length === 1) return undefined;
  const drawn = parts.map((part) => drawnParts(part) ?? [{ text: part }]);
  return drawn.flat().some((part) => 'emoji' in part) ? drawn.flat() : undefined;
}

/** An emoji at the very start of a text and the words behind it; undefined where more emoji follow. */
export function leadingEmoji(text: string): { readonly emoji: Emoji; readonly words: string } | undefined {
  const first = splitEmoji(text)[0];
  if (!first || !('emoji' in first)) return undefined;
  const rest = text.slice(first.emoji.characters.length);
  const words = rest.trim();
  const isOneOfMore = rest.startsWith(joiner) || 'emoji' in (splitEmoji(words)[0] ?? {});
  return isOneOfMore ? undefined : { emoji: first.emoji, words };
}

/** The emoji of exactly these characters, if there is a drawing of it. */
export function emojiOf(characters: string): Emoji | undefined {
  drawingNames ??= namesOfDrawings();
  const name = drawingNames.get(codePoints(characters));
  return name === undefined ? undefined : { characters, name };
}

/** The inner markup of an emoji's 36×36 drawing. Source: Twemoji. */
export function emojiMarkup(name: string): string {
  let markup = markups.get(name);
  if (markup === undefined) {
    const svg = readFileSync(packages.resolve(`${drawings}/${name}.svg`), 'utf8');
    markup = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
    markups.set(name, markup);
  }
  return markup;
}

const drawings = '@discordapp/twemoji/dist/svg';
const markups = new Map<string, string>();
let drawingNames: ReadonlyMap<string, string> | undefined;

/** File names without their ending, by code points: Twemoji keeps U+FE0F in some names and not in others. */
function namesOfDrawings(): ReadonlyMap<string, string> {
  const folder = dirname(packages.resolve(`${drawings}/1f600.svg`));
  const names = readdirSync(folder).map((file) => file.slice(0, -'.svg'.length));
  return new Map(names.map((name) => [name.replaceAll('-fe0f', ''), name]));
}

/** In hex, as Twemoji's file names have them, without U+FE0F. */
function codePoints(characters: string): string {
  return Array.from(characters.replaceAll(asEmoji, ''), (character) =>
    (character.codePointAt(0) ?? 0).toString(16),
  ).join('-');
}

/**
 * Every emoji that is text unless U+FE0F follows is an old one. So the answer is the same in a Node.js that knows fewer
 * emoji than the drawings: of those it does not know none is of this kind.
 */
function isTextByDefault(characters: string): boolean {
  return Array.from(characters).length === 1 && textByDefault.test(characters);
}

const textByDefault = /^(?!\p{Emoji_Presentation})\p{Emoji}/u;
