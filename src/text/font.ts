import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as hb from 'harfbuzzjs';
import { type FontFile, type FontName, fontFiles } from './font-files.ts';
import { type GlyphData, readGlyphData, redrawnOutline } from './glyph-data.ts';
import type { HanForms } from './han.ts';
import type { Script } from './scripts.ts';

/** The outline of a glyph, in font units with y upwards, as HarfBuzz commands. */
export interface Outline {
  readonly commands: readonly hb.SvgPathCommand[];
  /** Ink above and below the baseline, in em; both are positive outwards. */
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

const packages = createRequire(import.meta.url);

/**
 * One font file, opened at the first use. Outlines and coverage are cached for the life of the process: the number of
 * glyphs in the file limits both.
 */
export class Font {
  readonly name: FontName;
  readonly #file: FontFile;
  readonly #features: hb.Feature[];
  #opened: Opened | undefined;
  readonly #coverage = new Map<number, boolean>();
  readonly #outlines = new Map<number, Outline>();

  constructor(name: FontName) {
    this.name = name;
    this.#file = fontFiles[name];
    this.#features = (this.#file.features ?? []).flatMap((feature) => hb.Feature.fromString(feature) ?? []);
  }

  get unitsPerEm(): number {
    return this.#open().unitsPerEm;
  }

  /** Whether the font has a glyph for the character. Does not open the file for a script outside its list. */
  covers(codePoint: number, script: Script): boolean {
    if (this.#file.scripts && !this.#file.scripts.includes(script)) return false;
    let covered = this.#coverage.get(codePoint);
    if (covered === undefined) {
      const isExcluded = this.#file.without?.test(String.fromCodePoint(codePoint)) ?? false;
      covered = !isExcluded && (this.#open().font.nominalGlyph(codePoint) ?? 0) !== 0;
      this.#coverage.set(codePoint, covered);
    }
    return covered;
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

  outline(glyph: number): Outline {
    let outline = this.#outlines.get(glyph);
    if (!outline) {
      outline = this.#draw(glyph);
      this.#outlines.set(glyph, outline);
    }
    return outline;
  }

  #draw(glyph: number): Outline {
    const { font, unitsPerEm, redrawn } = this.#open();
    const commands = redrawn && redrawnOutline(redrawn, glyph);
    if (commands) return outlineOfLines(commands, unitsPerEm);
    const extents = font.glyphExtents(glyph);
    const top = (extents?.yBearing ?? 0) / unitsPerEm;
    return {
      commands: font.glyphToJson(glyph),
      ascent: top,
      descent: -(top + (extents?.height ?? 0) / unitsPerEm),
    };
  }

  #open(): Opened {
    if (!this.#opened) {
      const face = new hb.Face(new hb.Blob(readFileSync(packages.resolve(this.#file.file))));
      this.#opened = {
        font: new hb.Font(face),
        unitsPerEm: face.upem,
        redrawn: this.#file.redrawn ? readGlyphData(this.name) : undefined,
      };
    }
    return this.#opened;
  }
}

interface Opened {
  readonly font: hb.Font;
  readonly unitsPerEm: number;
  readonly redrawn: GlyphData | undefined;
}

/** Returns an outline of straight lines, whose end points give the height of the ink. */
function outlineOfLines(commands: readonly hb.SvgPathCommand[], unitsPerEm: number): Outline {
  if (commands.length === 0) return { commands, ascent: 0, descent: 0 };
  const ys = commands.flatMap(({ values: [, y] }) => y ?? []);
  return { commands, ascent: Math.max(...ys) / unitsPerEm, descent: -Math.min(...ys) / unitsPerEm };
}

/** All calls share one buffer: shaping is synchronous and clears the buffer first. */
const buffer = new hb.Buffer();

const languageOf: Partial<Record<Script, string>> = { Hani: 'zh-Hans', Kana: 'ja', Hang: 'ko', Cyrl: 'ru' };

const fonts = new Map<FontName, Font>();

/** Returns the font of that name: one object for each process, with its caches. */
export function fontNamed(name: FontName): Font {
  let font = fonts.get(name);
  if (!font) {
    font = new Font(name);
    fonts.set(name, font);
  }
  return font;
}
