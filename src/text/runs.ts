import { emojiOf, type Figure, splitEmoji } from './emoji.ts';
import { type Font, fontNamed, type Glyph } from './font.ts';
import { type FontName, fallbackFonts } from './font-files.ts';
import { isIgnorable, type Script, scriptOf } from './scripts.ts';

/** The smallest thing that is drawn: glyphs of one font and direction, an emoji, a replacement box or a gap. */
export type Run = GlyphRun | EmojiRun | BoxRun | SpaceRun;

interface RunBase {
  /** Width in em. */
  readonly advance: number;
  /** Ink above and below the baseline, in em. */
  readonly ascent: number;
  readonly descent: number;
  /** Bidi embedding level: odd is right to left. */
  readonly level: number;
}

export interface GlyphRun extends RunBase {
  readonly kind: 'glyphs';
  readonly font: Font;
  readonly glyphs: readonly Glyph[];
}

interface EmojiRun extends RunBase {
  readonly kind: 'emoji';
  readonly emoji: Figure;
}

/** Stands for a character of which no font has a glyph. */
interface BoxRun extends RunBase {
  readonly kind: 'box';
}

interface SpaceRun extends RunBase {
  readonly kind: 'space';
}

/** Room and ink of what is not a glyph, in em. An emoji is a square of the height of its ink. */
export const emojiMetrics = { advance: 1.24, ascent: 0.92, descent: 0.22 } as const;
export const boxMetrics = { advance: 0.66, ascent: 0.72, descent: 0 } as const;

/** Shaped words remembered for each stack; the oldest go first. */
const rememberedWords = 8_000;

/**
 * The fonts of one kind of text, in the order they are asked. It remembers the words it has shaped, as
 * browsers do: the same items come again and again.
 */
export class FontStack {
  readonly #fonts: readonly Font[];
  /** Width of the gap between words, in em: that of the first face, within bounds that keep lines calm. */
  readonly wordSpace: number;
  readonly #shaped = new Map<string, readonly Run[]>();

  constructor(names: readonly FontName[]) {
    this.#fonts = [...new Set([...names, ...fallbackFonts])].map(fontNamed);
    const own = this.#fonts[0]?.shape(' ', 'Latn', false)[0]?.advance ?? 0;
    this.wordSpace = Math.min(0.56, Math.max(0.22, own));
  }

  /** Shapes a text of one bidi level, without line breaks. Runs come in logical order. */
  shape(text: string, level: number): readonly Run[] {
    const key = `${level} ${text}`;
    let runs = this.#shaped.get(key);
    if (!runs) {
      runs = shapeRuns(text, this.#fonts, level);
      const oldest = this.#shaped.size >= rememberedWords ? this.#shaped.keys().next().value : undefined;
      if (oldest !== undefined) this.#shaped.delete(oldest);
      this.#shaped.set(key, runs);
    }
    return runs;
  }
}

function shapeRuns(text: string, fonts: readonly Font[], level: number): Run[] {
  return splitEmoji(text).flatMap((segment) =>
    'emoji' in segment ? [emojiRun(segment.emoji, level)] : shapePlain(segment.text, fonts, level),
  );
}

interface Stretch {
  font: Font | undefined;
  script: Script;
  text: string;
}

function shapePlain(text: string, fonts: readonly Font[], level: number): Run[] {
  return stretches(text, fonts).flatMap(({ font, script, text: part }): Run[] => {
    if (!font) return Array.from(part, (character) => missing(character, level));
    return [glyphRun(font, font.shape(part, script, level % 2 === 1), level)];
  });
}

/** A run of glyphs with its width and ink summed up. */
export function glyphRun(font: Font, glyphs: readonly Glyph[], level: number): GlyphRun {
  let [advance, ascent, descent] = [0, 0, 0];
  for (const glyph of glyphs) {
    const outline = font.outline(glyph.id);
    advance += glyph.advance;
    ascent = Math.max(ascent, outline.ascent + glyph.dy);
    descent = Math.max(descent, outline.descent - glyph.dy);
  }
  return { kind: 'glyphs', font, glyphs, advance, ascent, descent, level };
}

/** A figure as wide as a character of its line. */
export function emojiRun(emoji: Figure, level: number): EmojiRun {
  return { kind: 'emoji', emoji, ...emojiMetrics, level };
}

function missing(character: string, level: number): Run {
  const emoji = emojiOf(character);
  return emoji ? emojiRun(emoji, level) : { kind: 'box', ...boxMetrics, level };
}

/** A character with the marks, joiners and selectors that belong to it. */
const clusters =
  /(?!\p{Default_Ignorable_Code_Point})(?:\P{M}|\p{M})[\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/** Cuts a text where the font or the script changes. */
function stretches(text: string, fonts: readonly Font[]): Stretch[] {
  const result: Stretch[] = [];
  let current: Stretch | undefined;
  for (const [cluster] of text.matchAll(clusters)) {
    const script = scriptOf(cluster.codePointAt(0) ?? 0);
    const font = fontFor(cluster, script, fonts, current);
    if (current && current.font === font && sameScript(current.script, script)) {
      current.text += cluster;
      if (current.script === 'Zyyy') current.script = script;
    } else {
      current = { font, script, text: cluster };
      result.push(current);
    }
  }
  return result;
}

/** The font of the text before, where it will do for a character of no script; else the first that has it all. */
function fontFor(cluster: string, script: Script, fonts: readonly Font[], before: Stretch | undefined) {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
  const coversAll = (font: Font) =>
    codePoints.every((codePoint, index) =>
      index === 0 ? font.covers(codePoint, script) : isIgnorable(codePoint) || font.covers(codePoint, script),
    );
  if (script === 'Zyyy' && before?.font && coversAll(before.font)) return before.font;
  return fonts.find(coversAll) ?? fonts.find((font) => font.covers(codePoints[0] ?? 0, script));
}

function sameScript(left: Script, right: Script): boolean {
  return left === right || left === 'Zyyy' || right === 'Zyyy';
}
