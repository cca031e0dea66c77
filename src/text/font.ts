import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as hb from 'harfbuzzjs';
import { assets } from '../files/package-files.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import { type FontFile, type FontName, fontFiles } from './font-files.ts';
import { type GlyphData, readGlyphData, redrawnOutline } from './glyph-data.ts';
import type { HanForms } from './han.ts';
import { drawnOutline, type Outline, outlineOf } from './outline.ts';
import type { Script } from './scripts.ts';

/** Ink of a glyph above and below the baseline, in em; both are positive outwards. */
export interface Ink {
  readonly ascent: number;
  readonly descent: number;
}

/** A glyph placed by shaping. Distances in em, y upwards; `cluster` is a UTF-16 index into the shaped text. */
export interface Glyph {
  readonly id: number;
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/** What is known of code points and glyphs is kept in blocks of this many, made when the first of them is needed. */
const blockLength = 256;
/** What `covers` remembers of a code point; 0 is unknown. */
const coverage = { missing: 1, present: 2 } as const;

const outlines = drawingCache<Outline, number>('outlines', ({ byteLength }) => byteLength);

const allFonts: readonly string[] = Object.keys(fontFiles);
/** Maximum glyphs of a font file. */
const maxGlyphs = 2 ** 16;

/** One font file, opened at the first use. */
export class Font {
  readonly name: FontName;
  /** The place among all fonts. */
  readonly #index: number;
  readonly #file: FontFile;
  readonly #features: hb.Feature[];
  #opened: Opened | undefined;

  constructor(name: FontName) {
    this.name = name;
    this.#index = allFonts.indexOf(name);
    this.#file = fontFiles[name];
    this.#features = (this.#file.features ?? []).flatMap((feature) => hb.Feature.fromString(feature) ?? []);
  }

  get unitsPerEm(): number {
    return this.#open().unitsPerEm;
  }

  /** Whether the font may have characters of a script. Does not open the file. */
  isFor(script: Script): boolean {
    return this.#file.scripts?.includes(script) ?? true;
  }

  /** Whether the font has a glyph for the character. Does not open the file for a script outside its list. */
  covers(codePoint: number, script: Script): boolean {
    if (!this.isFor(script)) return false;
    const { font, covered } = this.#open();
    const index = Math.floor(codePoint / blockLength);
    const block = covered.get(index) ?? new Uint8Array(blockLength);
    const at = codePoint % blockLength;
    if (block[at] === 0) {
      const isExcluded = this.#file.without?.test(String.fromCodePoint(codePoint)) ?? false;
      const isPresent = !isExcluded && (font.nominalGlyph(codePoint) ?? 0) !== 0;
      block[at] = isPresent ? coverage.present : coverage.missing;
      covered.set(index, block);
    }
    return block[at] === coverage.present;
  }

  /** Whether the font is a large one with tens of thousands of East Asian characters. */
  get isEastAsian(): boolean {
    return this.#file.scripts?.includes('Hani') ?? false;
  }

  /** Shapes a text of one script and one direction. Glyphs are in visual order. */
  shape(text: string, script: Script, rightToLeft: boolean, han: HanForms = 'zh'): Glyph[] {
    const { font, unitsPerEm } = this.#open();
    buffer.clearContents();
    buffer.addText(text);
    buffer.setDirection(rightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
    buffer.setScript(script);
    buffer.setLanguage(script === 'Hani' && han === 'ja' ? 'ja' : (languageOf[script] ?? 'en'));
    hb.shape(font, buffer, this.#features);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const position = positions[index];
      return {
        id: codepoint,
        cluster,
        advance: (position?.xAdvance ?? 0) / unitsPerEm,
        dx: (position?.xOffset ?? 0) / unitsPerEm,
        dy: (position?.yOffset ?? 0) / unitsPerEm,
      };
    });
  }

  /** Returns a number that stands for the font and the glyph, below 2^24. */
  idOf(glyph: number): number {
    return this.#index * maxGlyphs + glyph;
  }

  outline(glyph: number): Outline {
    const key = this.idOf(glyph);
    let outline = outlines.get(key);
    if (!outline) {
      const { font, redrawn } = this.#open();
      const commands = redrawn && redrawnOutline(redrawn, glyph);
      outline = commands ? outlineOf(commands) : drawnOutline(font, glyph);
      outlines.set(key, outline);
    }
    return outline;
  }

  ink(glyph: number): Ink {
    const { ink } = this.#open();
    const index = Math.floor(glyph / blockLength);
    const block = ink.get(index) ?? new Float64Array(2 * blockLength);
    const at = 2 * (glyph % blockLength);
    if (block[at] === 0 && block[at + 1] === 0) {
      const { ascent, descent } = this.#measure(glyph);
      block[at] = ascent;
      block[at + 1] = descent;
      ink.set(index, block);
    }
    return { ascent: block[at] ?? 0, descent: block[at + 1] ?? 0 };
  }

  #measure(glyph: number): Ink {
    const { font, unitsPerEm, redrawn } = this.#open();
    const commands = redrawn && redrawnOutline(redrawn, glyph);
    if (commands) return inkOfLines(commands, unitsPerEm);
    const extents = font.glyphExtents(glyph);
    const top = (extents?.yBearing ?? 0) / unitsPerEm;
    return { ascent: top, descent: -(top + (extents?.height ?? 0) / unitsPerEm) };
  }

  #open(): Opened {
    if (!this.#opened) {
      const face = new hb.Face(new hb.Blob(readFileSync(join(assets.fontsDir, basename(this.#file.file)))));
      this.#opened = {
        font: new hb.Font(face),
        unitsPerEm: face.upem,
        redrawn: this.#file.redrawn ? readGlyphData(this.name) : undefined,
        covered: new Map(),
        ink: new Map(),
      };
    }
    return this.#opened;
  }
}

interface Opened {
  readonly font: hb.Font;
  readonly unitsPerEm: number;
  readonly redrawn: GlyphData | undefined;
  /** Whether the file has a code point, in blocks. */
  readonly covered: Map<number, Uint8Array>;
  /** Ascent and descent of each glyph that was measured, in em, in blocks. */
  readonly ink: Map<number, Float64Array>;
}

/** Returns the ink of an outline of straight lines, whose end points give its height. */
function inkOfLines(commands: readonly hb.SvgPathCommand[], unitsPerEm: number): Ink {
  if (commands.length === 0) return { ascent: 0, descent: 0 };
  const ys = commands.flatMap(({ values: [, y] }) => y ?? []);
  return { ascent: Math.max(...ys) / unitsPerEm, descent: -Math.min(...ys) / unitsPerEm };
}

/** All calls share one buffer: shaping is synchronous and clears the buffer first. */
const buffer = new hb.Buffer();

const languageOf: Partial<Record<Script, string>> = { Hani: 'zh-Hans', Kana: 'ja', Hang: 'ko', Cyrl: 'ru' };

const fonts = new Map<FontName, Font>();

/** Returns the font of that name: one object for each process. */
export function fontNamed(name: FontName): Font {
  let font = fonts.get(name);
  if (!font) {
    font = new Font(name);
    fonts.set(name, font);
  }
  return font;
}
