import type { Figure } from './emoji.ts';
import type { Font, Glyph } from './font.ts';

/** The smallest unit of drawing: glyphs of one font and direction, an emoji, a replacement box or a gap. */
export type Run = GlyphRun | EmojiRun | BoxRun | SpaceRun;

interface RunBase {
  /** Width in em. */
  readonly advance: number;
  /** Ink above and below the baseline, in em. */
  readonly ascent: number;
  readonly descent: number;
  /** Bidi embedding level: odd is right to left. */
  readonly level: number;
  /** The source text of the run. */
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

/** Replaces a character of which no font has a glyph. */
interface BoxRun extends RunBase {
  readonly kind: 'box';
}

interface SpaceRun extends RunBase {
  readonly kind: 'space';
}

/** Advance and ink of emoji and boxes, in em. An emoji is a square of the height of its ink. */
export const emojiMetrics = { advance: 1.24, ascent: 0.92, descent: 0.22 } as const;
export const boxMetrics = { advance: 0.66, ascent: 0.72, descent: 0 } as const;

/** Memory of a run and of a glyph with its numbers, in bytes. */
const bytes = { run: 250, glyph: 120 } as const;

/** Estimates the memory of runs. */
export function bytesOfRuns(runs: readonly Run[]): number {
  return runs.reduce(
    (sum, run) => sum + bytes.run + (run.kind === 'glyphs' ? run.glyphs.length * bytes.glyph : 0),
    0,
  );
}

/** Returns a run of glyphs with their total advance and ink. */
export function glyphRun(font: Font, glyphs: readonly Glyph[], level: number, text: string): GlyphRun {
  let [advance, ascent, descent] = [0, 0, 0];
  for (const glyph of glyphs) {
    const ink = font.ink(glyph.id);
    advance += glyph.advance;
    ascent = Math.max(ascent, ink.ascent + glyph.dy);
    descent = Math.max(descent, ink.descent - glyph.dy);
  }
  return { kind: 'glyphs', font, glyphs, advance, ascent, descent, level, text };
}

/** Returns a run with one emoji or one piece of art, as wide as a character. */
export function emojiRun(emoji: Figure, level: number): EmojiRun {
  const text = 'characters' in emoji ? emoji.characters : '';
  return { kind: 'emoji', emoji, ...emojiMetrics, level, text };
}

/** Returns the replacement box of a text that has no glyphs. */
export function boxRun(text: string, level: number): Run {
  return { kind: 'box', ...boxMetrics, level, text };
}
