import emojiRegex from 'emoji-regex';
import { packAt } from '../files/pack.ts';
import { assets } from '../files/package-files.ts';
import type { Art } from '../model/board.ts';
import { drawingCache } from '../model/drawing-caches.ts';

/** A colour emoji: its characters and the file name of its drawing, without extension. */
export interface Emoji {
  readonly characters: string;
  readonly name: string;
}

/** The figure of a label, drawn large above its words, or in their line where space is short. */
export type Figure = Emoji | Art;

/** A part of a text without emoji, or one emoji. */
export type EmojiSegment = { readonly text: string } | { readonly emoji: Emoji };

const mayHoldEmoji = /\ufe0f|[\u{a9}\u{ae}\u{203c}-\u{3299}\u{1f000}-\u{1fbff}]/u;
const emojiPattern = emojiRegex();
const asText = '\ufe0e';
const asEmoji = '\ufe0f';
const joiner = '\u200d';

/**
 * Splits a text into emoji and the text between them. A character with text presentation by default, or with U+FE0E after
 * it, remains text. A sequence without a drawing is split into its parts.
 */
export function splitEmoji(text: string): EmojiSegment[] {
  return mayHoldEmoji.test(text) ? [...emojiSegments(text)] : [{ text }];
}

/** Finds the segments one by one, so that the first one of a long text costs little. */
function* emojiSegments(text: string): Generator<EmojiSegment> {
  if (!mayHoldEmoji.test(text)) {
    yield { text };
    return;
  }
  let from = 0;
  for (let match = nextEmoji(text, 0); match; match = nextEmoji(text, match.index + match[0].length)) {
    // Some keyboards add a redundant U+FE0F.
    const to =
      match.index + match[0].length + (text.startsWith(asEmoji, match.index + match[0].length) ? 1 : 0);
    const characters = text.slice(match.index, to);
    const parts =
      isTextByDefault(characters) || text.startsWith(asText, to) ? undefined : partsWithDrawings(characters);
    if (!parts) continue;
    if (match.index > from) yield { text: text.slice(from, match.index) };
    yield* parts;
    from = to;
  }
  if (from < text.length) yield { text: text.slice(from) };
}

/** Returns the emoji, or its parts if it has no drawing, or undefined if no part has one. */
function partsWithDrawings(characters: string): EmojiSegment[] | undefined {
  const emoji = emojiOf(characters);
  if (emoji) return [{ emoji }];
  const joined = characters.split(joiner);
  const parts = joined.length > 1 ? joined : Array.from(characters.replaceAll(asEmoji, ''));
  if (parts.length === 1) return undefined;
  const drawn = parts.map((part) => partsWithDrawings(part) ?? [{ text: part }]);
  return drawn.flat().some((part) => 'emoji' in part) ? drawn.flat() : undefined;
}

/** Returns the emoji at the start of a text and the words after it, or undefined if more emoji follow. */
export function leadingEmoji(text: string): { readonly emoji: Emoji; readonly words: string } | undefined {
  const first = firstSegment(text);
  if (!first || !('emoji' in first)) return undefined;
  const rest = text.slice(first.emoji.characters.length);
  const words = rest.trim();
  const isOneOfMore = rest.startsWith(joiner) || 'emoji' in (firstSegment(words) ?? {});
  return isOneOfMore ? undefined : { emoji: first.emoji, words };
}

/** Unlike `matchAll`, does not copy the long pattern for each text. */
function nextEmoji(text: string, from: number): RegExpExecArray | null {
  emojiPattern.lastIndex = from;
  return emojiPattern.exec(text);
}

function firstSegment(text: string): EmojiSegment | undefined {
  const [first] = emojiSegments(text);
  return first;
}

/** Returns the emoji of exactly these characters, if it has a drawing. */
export function emojiOf(characters: string): Emoji | undefined {
  drawingNames ??= namesOfDrawings();
  const name = drawingNames.get(characters.replaceAll(asEmoji, ''));
  return name === undefined ? undefined : { characters, name };
}

/** Returns the inner markup of an emoji's 36×36 drawing. Source: Twemoji. */
export function emojiMarkup(name: string): string {
  let markup = markups.get(name);
  if (markup === undefined) {
    markup = drawings.read(name);
    if (markup === undefined) throw new Error(`there is no emoji ${name}`);
    markups.set(name, markup);
  }
  return markup;
}

const drawings = packAt(assets.emoji);
const markups = drawingCache<string>('emoji', (markup) => markup.length);

let drawingNames: ReadonlyMap<string, string> | undefined;

/** Returns the names of drawings by characters without U+FE0F: Twemoji keeps it in some names and not in others. */
function namesOfDrawings(): ReadonlyMap<string, string> {
  return new Map(drawings.names().map((name) => [charactersOf(name).replaceAll(asEmoji, ''), name]));
}

/** Returns the characters of a drawing from its name, their code points in hexadecimal. */
function charactersOf(name: string): string {
  return String.fromCodePoint(...name.split('-').map((codePoint) => Number.parseInt(codePoint, 16)));
}

/**
 * Whether an emoji has text presentation unless U+FE0F follows. All such emoji are old, so the answer does not depend on
 * the Unicode version of Node.js.
 */
function isTextByDefault(characters: string): boolean {
  return Array.from(characters).length === 1 && textByDefault.test(characters);
}

const textByDefault = /^(?!\p{Emoji_Presentation})\p{Emoji}/u;
