import { drawingCache } from '../model/drawing-caches.ts';
import { emojiOf, splitEmoji } from './emoji.ts';
import { type Faces, facesOf, riseBeside, withJapaneseFirst } from './faces.ts';
import { fontNamed } from './font.ts';
import { type FontName, japaneseFont, withSharedFonts } from './font-files.ts';
import { type HanForms, holdsKana } from './han.ts';
import { clustersOf, itemize } from './itemize.ts';
import { boxRun, bytesOfRuns, emojiRun, type GlyphRun, glyphRun, type Run } from './runs.ts';
import { isIgnorable, scriptOf } from './scripts.ts';

/** Shaped words of all stacks, as browsers cache them. */
const shaped = drawingCache<readonly Run[]>('words', bytesOfRuns);

/** The fonts of one kind of text, in order of fallback. */
export class FontStack {
  /** Names the fonts: a cache key. */
  readonly name: string;
  readonly #fonts: Record<HanForms, Faces>;
  /** Width of the gap between words, in em: that of the first font, within limits. */
  readonly wordSpace: number;
  /** Minimum distance between the ink of a line and the baseline above it, in em. */
  readonly leading: number;

  constructor(names: readonly FontName[], leading = 0) {
    this.name = names.join();
    this.leading = leading;
    const fonts = withSharedFonts(names).map(fontNamed);
    const japanese = fontNamed(japaneseFont(names));
    const rise = riseBeside(fonts[0]);
    this.#fonts = { zh: facesOf(fonts, rise), ja: facesOf(withJapaneseFirst(fonts, japanese), rise) };
    const own = fonts[0]?.shape(' ', 'Latn', false)[0]?.advance ?? 0;
    this.wordSpace = Math.min(0.56, Math.max(0.22, own));
  }

  /**
   * Returns the forms of the Han characters in a text: Japanese if the text or its board contains kana, unless the text
   * has characters that the Japanese font lacks, as Chinese with a decorative の does.
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

  /** Shapes a text of one bidi level, without line breaks. Runs are in logical order. */
  shape(text: string, level: number, han: HanForms = 'zh'): readonly Run[] {
    const key = `${this.name} ${level}${han}${text}`;
    let runs = shaped.get(key);
    if (!runs) {
      runs = shapeRuns(text, this.#fonts[han], level, han);
      shaped.set(key, runs);
    }
    return runs;
  }
}

function shapeRuns(text: string, faces: Faces, level: number, han: HanForms): Run[] {
  const runs: Run[] = [];
  for (const segment of splitEmoji(text)) {
    if ('emoji' in segment) runs.push(emojiRun(segment.emoji, level));
    else runs.push(...shapePlain(segment.text, faces, level, han));
  }
  return runs;
}

function shapePlain(text: string, faces: Faces, level: number, han: HanForms): Run[] {
  const runs: Run[] = [];
  for (const { font, script, text: part } of itemize(text, faces)) {
    if (font) {
      const glyphs = font.shape(part, script, level % 2 === 1, han);
      const rise = font === faces.all[0] ? 0 : faces.rise;
      const raised = rise > 0 ? glyphs.map((glyph) => ({ ...glyph, dy: glyph.dy + rise })) : glyphs;
      runs.push(glyphRun(font, raised, level, part));
      continue;
    }
    for (const character of part)
      if (!isIgnorable(character.codePointAt(0) ?? 0)) runs.push(runWithoutFont(character, level));
  }
  return runs;
}

function runWithoutFont(character: string, level: number): Run {
  const emoji = emojiOf(character);
  return emoji ? emojiRun(emoji, level) : boxRun(character, level);
}

/** Shapes each character of a run alone, for a chain of joined characters that is too long for a line. */
export function reshapeEach({ font, level, text }: GlyphRun): GlyphRun[] {
  return clustersOf(text).map((cluster) => {
    const script = scriptOf(cluster.codePointAt(0) ?? 0);
    return glyphRun(font, font.shape(cluster, script, level % 2 === 1), level, cluster);
  });
}
