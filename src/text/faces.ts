import { emojiOf } from './emoji.ts';
import type { Font } from './font.ts';
import { isEastAsian, isEastAsianFallback, isIgnorable, type Script } from './scripts.ts';

/** The fonts of a stack, in the orders of fallback for different characters. */
export interface Faces {
  readonly all: readonly Font[];
  /** Those of `all` that may have characters of a script. */
  readonly ofScript: (script: Script) => readonly Font[];
  /** For characters of no script: these must not cause an East Asian font to be opened. */
  readonly small: readonly Font[];
  readonly smallFirst: readonly Font[];
  readonly eastAsian: readonly Font[];
  /** How far the other fonts are raised above their own baseline beside the first, in em. */
  readonly rise: number;
}

export function facesOf(all: readonly Font[], rise: number): Faces {
  const small = all.filter((font) => !font.isEastAsian);
  const eastAsian = all.filter((font) => font.isEastAsian);
  const byScript = new Map<Script, readonly Font[]>();
  const ofScript = (script: Script) => {
    const fonts = byScript.get(script) ?? all.filter((font) => font.isFor(script));
    byScript.set(script, fonts);
    return fonts;
  };
  return { all, ofScript, small, smallFirst: [...small, ...eastAsian], eastAsian, rise };
}

/** Middle of capitals and of Chinese characters in the shared faces, in em above the baseline. */
const usualMiddle = 0.36;
/** A smaller difference of the middles is invisible. */
const minRise = 0.1;

/** Returns the rise that aligns the middle of other fonts with a font whose letters are high above the baseline. */
export function riseBeside(first: Font | undefined): number {
  const capital = first?.ink(first.shape('H', 'Latn', false)[0]?.id ?? 0);
  const rise = capital ? (capital.ascent - capital.descent) / 2 - usualMiddle : 0;
  return rise > minRise ? rise : 0;
}

/** Moves the Japanese font before the Chinese fonts. */
export function withJapaneseFirst(fonts: readonly Font[], japanese: Font): readonly Font[] {
  const others = fonts.filter((font) => font !== japanese);
  return others.toSpliced(
    others.findIndex((font) => font.isEastAsian),
    0,
    japanese,
  );
}

const digit = /^[0-9]$/;

/**
 * Returns the font of a cluster. A character of no script takes the font of its context if that covers it, except
 * digits, which are always in the theme's own font. Any other cluster takes the first font that covers all of it, in
 * composed form where Unicode has one.
 */
export function fontFor(
  cluster: string,
  script: Script,
  faces: Faces,
  context: Font | undefined,
): Font | undefined {
  const composed = composedForm(cluster);
  const coversAll = (font: Font) => coversEither(font, cluster, composed, script);
  if (script === 'Zyyy' && context && !digit.test(cluster) && coversAll(context)) return context;
  return facesFor(cluster.codePointAt(0) ?? 0, script, faces).find(coversAll);
}

/** A single character below this code point has no decomposition that matters here. */
const firstMark = 0x300;

export function coversCluster(font: Font, cluster: string, script: Script): boolean {
  return coversEither(font, cluster, composedForm(cluster), script);
}

function composedForm(cluster: string): string {
  const isPlain = cluster.length === 1 && cluster.charCodeAt(0) < firstMark;
  return isPlain ? cluster : cluster.normalize('NFC');
}

function coversEither(font: Font, cluster: string, composed: string, script: Script): boolean {
  return covers(font, cluster, script) || (composed !== cluster && covers(font, composed, script));
}

function covers(font: Font, cluster: string, script: Script): boolean {
  for (let index = 0; index < cluster.length; ) {
    const codePoint = cluster.codePointAt(index) ?? 0;
    if (!font.covers(codePoint, script) && (index === 0 || !isIgnorable(codePoint))) return false;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

/** A symbol is drawn as an emoji rather than from an East Asian font. */
function facesFor(codePoint: number, script: Script, faces: Faces): readonly Font[] {
  if (script !== 'Zyyy' || isEastAsian(codePoint)) return faces.ofScript(script);
  if (!isEastAsianFallback(codePoint)) return faces.small;
  return emojiOf(String.fromCodePoint(codePoint)) ? faces.small : faces.smallFirst;
}
