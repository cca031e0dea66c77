import { rememberLast } from '../model/lru.ts';
import { emojiOf, type Figure, splitEmoji } from './emoji.ts';
import { type Font, fontNamed, type Glyph } from './font.ts';
import { type FontName, japaneseFont, withSharedFonts } from './font-files.ts';
import { type HanForms, holdsKana } from './han.ts';
import { isEastAsian, isEastAsianAtLast, isIgnorable, type Script, scriptOf } from './scripts.ts';

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
  /** What it stands for. */
  readonly text: string;
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

/** Shaped words remembered for each stack. */
const rememberedWords = 8_000;

/**
 * The fonts of one kind of text, in the order they are asked. It remembers the words it has shaped, as
 * browsers do: the same items come again and again.
 */
export class FontStack {
  readonly #fonts: Record<HanForms, Faces>;
  /** Width of the gap between words, in em: that of the first face, within bounds that keep lines calm. */
  readonly wordSpace: number;
  /** Least room between the ink of a line and the baseline above it, in em. */
  readonly leading: number;
  readonly #shaped = rememberLast<string, readonly Run[]>(rememberedWords);

  constructor(names: readonly FontName[], leading = 0) {
    this.leading = leading;
    const fonts = withSharedFonts(names).map(fontNamed);
    const japanese = fontNamed(japaneseFont(names));
    const rise = riseBeside(fonts[0]);
    this.#fonts = { zh: facesOf(fonts, rise), ja: facesOf(withJapaneseFirst(fonts, japanese), rise) };
    const own = fonts[0]?.shape(' ', 'Latn', false)[0]?.advance ?? 0;
    this.wordSpace = Math.min(0.56, Math.max(0.22, own));
  }

  /**
   * Whose forms the Han characters of a text take: Japanese where it holds kana or its board does, unless it also
   * has characters that Japanese does not: Chinese too writes の for its looks.
   */
  hanForms(text: string, board: HanForms): HanForms {
    const [japanese] = this.#fonts.ja.eastAsian;
    if (!japanese || !(board === 'ja' || holdsKana(text))) return 'zh';
    const isForeign = (character: string) => {
      const codePoint = character.codePointAt(0) ?? 0;
      return scriptOf(codePoint) === 'Hani' && !japanese.covers(codePoint, 'Hani');
    };
    return Array.from(text).some(isForeign) ? 'zh' : 'ja';
  }

  /** Shapes a text of one bidi level, without line breaks. Runs come in logical order. */
  shape(text: string, level: number, han: HanForms = 'zh'): readonly Run[] {
    const key = `${level}${han}${text}`;
    let runs = this.#shaped.get(key);
    if (!runs) {
      runs = shapeRuns(text, this.#fonts[han], level, han);
      this.#shaped.set(key, runs);
    }
    return runs;
  }
}

/** The fonts of a stack, in the orders they are asked for different characters. */
interface Faces {
  readonly all: readonly Font[];
  /** For characters of no script: they are no reason to open an East Asian font. */
  readonly small: readonly Font[];
  readonly smallFirst: readonly Font[];
  readonly eastAsian: readonly Font[];
  /** How much higher than their own baseline the other fonts stand beside the first, in em. */
  readonly rise: number;
}

/** Middle of capitals and of Chinese characters in the shared faces, in em above the baseline. */
const usualMiddle = 0.36;
/** A smaller difference of the middles is not seen. */
const minRise = 0.1;

/** Puts the middle of other fonts on that of a font whose letters stand high above the baseline. */
function riseBeside(first: Font | undefined): number {
  const capital = first?.outline(first.shape('H', 'Latn', false)[0]?.id ?? 0);
  const rise = capital ? (capital.ascent - capital.descent) / 2 - usualMiddle : 0;
  return rise > minRise ? rise : 0;
}

function facesOf(all: readonly Font[], rise: number): Faces {
  const small = all.filter((font) => !font.isEastAsian);
  const eastAsian = all.filter((font) => font.isEastAsian);
  return { all, small, smallFirst: [...small, ...eastAsian], eastAsian, rise };
}

/** Before the Chinese fonts, and not behind them. */
function withJapaneseFirst(fonts: readonly Font[], japanese: Font): readonly Font[] {
  const others = fonts.filter((font) => font !== japanese);
  return others.toSpliced(
    others.findIndex((font) => font.isEastAsian),
    0,
    japanese,
  );
}

function shapeRuns(text: string, faces: Faces, level: number, han: HanForms): Run[] {
  return splitEmoji(text).flatMap((segment) =>
    'emoji' in segment ? [emojiRun(segment.emoji, level)] : shapePlain(segment.text, faces, level, han),
  );
}

interface Stretch {
  font: Font | undefined;
  script: Script;
  text: string;
}

function shapePlain(text: string, faces: Faces, level: number, han: HanForms): Run[] {
  return stretches(text, faces).flatMap(({ font, script, text: part }): Run[] => {
    if (font) {
      const glyphs = font.shape(part, script, level % 2 === 1, han);
      const rise = font === faces.all[0] ? 0 : faces.rise;
      return [
        glyphRun(
          font,
          rise > 0 ? glyphs.map((glyph) => ({ ...glyph, dy: glyph.dy + rise })) : glyphs,
          level,
          part,
        ),
      ];
    }
    return Array.from(part).flatMap((character) =>
      isIgnorable(character.codePointAt(0) ?? 0) ? [] : [missing(character, level)],
    );
  });
}

/** A run of glyphs with its width and ink summed up. */
export function glyphRun(font: Font, glyphs: readonly Glyph[], level: number, text: string): GlyphRun {
  let [advance, ascent, descent] = [0, 0, 0];
  for (const glyph of glyphs) {
    const outline = font.outline(glyph.id);
    advance += glyph.advance;
    ascent = Math.max(ascent, outline.ascent + glyph.dy);
    descent = Math.max(descent, outline.descent - glyph.dy);
  }
  return { kind: 'glyphs', font, glyphs, advance, ascent, descent, level, text };
}

/** A figure as wide as a character of its line. */
export function emojiRun(emoji: Figure, level: number): EmojiRun {
  const text = 'characters' in emoji ? emoji.characters : '';
  return { kind: 'emoji', emoji, ...emojiMetrics, level, text };
}

function missing(character: string, level: number): Run {
  const emoji = emojiOf(character);
  return emoji ? emojiRun(emoji, level) : boxRun(character, level);
}

/** The replacement box for a text of which nothing else is seen. */
export function boxRun(text: string, level: number): Run {
  return { kind: 'box', ...boxMetrics, level, text };
}

/** A character with the marks, joiners and selectors that belong to it. */
const clusters =
  /(?!\p{Default_Ignorable_Code_Point})(?:\P{M}|\p{M})[\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/** Latin, Cyrillic and Chinese with nothing that would have to be looked up: each character is a cluster. */
const withoutMarks = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0400-\u0482\u4e00-\u9fff]*$/;

/** The characters of a run on their own: what is left of an endless chain of joined ones. */
export function reshapeEach({ font, level, text }: GlyphRun): GlyphRun[] {
  return (text.match(clusters) ?? []).map((cluster) => {
    const script = scriptOf(cluster.codePointAt(0) ?? 0);
    return glyphRun(font, font.shape(cluster, script, level % 2 === 1), level, cluster);
  });
}

/** Cuts a text where the font or the script changes. */
function stretches(text: string, faces: Faces): Stretch[] {
  const result: Stretch[] = [];
  const found = withoutMarks.test(text) ? Array.from(text) : (text.match(clusters) ?? []);
  const scripts = found.map((cluster) => scriptOf(cluster.codePointAt(0) ?? 0));
  const whole = wordAt(found, scripts, 0, faces);
  if (whole?.font && whole.length === found.length)
    return [{ font: whole.font, script: whole.script, text: found.join('') }];
  let context = fontAhead(found, scripts, faces);
  const opening: { readonly closedBy: string; readonly font: Font | undefined }[] = [];
  const add = (font: Font | undefined, script: Script, part: string) => {
    const current = result.at(-1);
    if (current && current.font === font && sameScript(current.script, script)) {
      current.text += part;
      if (current.script === 'Zyyy') current.script = script;
    } else result.push({ font, script, text: part });
    context = font;
  };
  let word = whole;
  let index = -1;
  for (const cluster of found) {
    index++;
    const script = scripts[index] ?? 'Zyyy';
    const opener = opening.at(-1)?.closedBy === cluster ? opening.pop() : undefined;
    if (script !== word?.script) word = wordAt(found, scripts, index, faces);
    const font = word?.font ?? fontFor(cluster, script, faces, opener ? opener.font : context);
    const closedBy = brackets.get(cluster);
    if (closedBy !== undefined) opening.push({ closedBy, font });
    if (font || isOneCharacter(cluster)) add(font, script, cluster);
    // Where no font has all of it, marks come from other fonts than their base.
    else
      for (const codePoint of codePointsOf(cluster).filter((one) => !isIgnorable(one))) {
        const [part, own] = [String.fromCodePoint(codePoint), scriptOf(codePoint)];
        add(fontFor(part, own, faces, context), own, part);
      }
  }
  return result;
}

/** Letters of one script in a row, and the font that has all of them, if there is one. */
interface Word {
  readonly script: Script;
  readonly font: Font | undefined;
  /** In characters. */
  readonly length: number;
}

/** Scripts in which a single letter from another font looks foreign within its word. */
const lettered: ReadonlySet<Script> = new Set(['Latn', 'Cyrl', 'Grek']);

function wordAt(
  found: readonly string[],
  scripts: readonly Script[],
  from: number,
  faces: Faces,
): Word | undefined {
  const script = scripts[from] ?? 'Zyyy';
  if (!lettered.has(script)) return undefined;
  let to = from + 1;
  while (scripts[to] === script) to++;
  const letters = found.slice(from, to);
  return {
    script,
    length: letters.length,
    font: faces.all.find((font) => letters.every((letter) => coversCluster(font, letter, script))),
  };
}

/** What stands at the beginning and has no script, as an opening bracket, takes the font of what follows. */
function fontAhead(found: readonly string[], scripts: readonly Script[], faces: Faces): Font | undefined {
  if (scripts[0] !== 'Zyyy') return undefined;
  const first = scripts.findIndex((script) => script !== 'Zyyy');
  const [cluster, script] = [found[first], scripts[first]];
  if (cluster === undefined || script === undefined) return undefined;
  return wordAt(found, scripts, first, faces)?.font ?? fontFor(cluster, script, faces, undefined);
}

const digit = /^[0-9]$/;

/** A pair within a word is of one font. */
const brackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/**
 * The font of a cluster: for a character of no script that of its neighbours, where it will do, and for digits always
 * the theme's own; else the first that has all of it, in one character where Unicode has one.
 */
function fontFor(cluster: string, script: Script, faces: Faces, context: Font | undefined): Font | undefined {
  const coversAll = (font: Font) => coversCluster(font, cluster, script);
  if (script === 'Zyyy' && context && !digit.test(cluster) && coversAll(context)) return context;
  return facesFor(cluster.codePointAt(0) ?? 0, script, faces).find(coversAll);
}

/** Characters before it are composed as they are. */
const firstMark = 0x300;

function coversCluster(font: Font, cluster: string, script: Script): boolean {
  if (covers(font, cluster, script)) return true;
  const isPlain = cluster.length === 1 && cluster.charCodeAt(0) < firstMark;
  return !isPlain && covers(font, cluster.normalize('NFC'), script);
}

function covers(font: Font, cluster: string, script: Script): boolean {
  if (cluster.length === 1) return font.covers(cluster.charCodeAt(0), script);
  return codePointsOf(cluster).every(
    (codePoint, index) => (index > 0 && isIgnorable(codePoint)) || font.covers(codePoint, script),
  );
}

/** A symbol is sooner drawn as an emoji than from an East Asian font. */
function facesFor(codePoint: number, script: Script, faces: Faces): readonly Font[] {
  if (script !== 'Zyyy' || isEastAsian(codePoint)) return faces.all;
  const isEmoji = emojiOf(String.fromCodePoint(codePoint)) !== undefined;
  return isEastAsianAtLast(codePoint) && !isEmoji ? faces.smallFirst : faces.small;
}

function isOneCharacter(cluster: string): boolean {
  return cluster.length === 1 || codePointsOf(cluster).length === 1;
}

function codePointsOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function sameScript(left: Script, right: Script): boolean {
  return left === right || left === 'Zyyy' || right === 'Zyyy';
}
