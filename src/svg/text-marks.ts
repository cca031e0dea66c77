import type { PlacedLine, PlacedText } from '../layout/placed.ts';
import type { GlyphMark } from '../model/drawing.ts';
import type { Figure } from '../text/emoji.ts';
import { boxMetrics, emojiMetrics, type GlyphRun } from '../text/runs.ts';
import { glyphShape, tenths } from './outline-path.ts';

/** An emoji or a piece of art in a line or above it, as a square in px. */
export interface EmojiMark {
  readonly emoji: Figure;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Colour of the text next to it, `#rrggbb`. */
  readonly ink: string;
}

/** The marks of a text: glyphs, emoji, and boxes for characters that no font has. */
export interface TextMarks {
  readonly glyphs: readonly GlyphMark[];
  readonly emoji: readonly EmojiMark[];
  readonly boxes: readonly ReplacementMark[];
}

/** A hollow box, as fonts draw for a missing character. In px. */
export interface ReplacementMark {
  /** Of the pen before the box. */
  readonly x: number;
  readonly baseline: number;
  /** The type size. */
  readonly size: number;
  readonly color: string;
}

export function textMarks(text: PlacedText, color: string): TextMarks {
  const glyphs: GlyphMark[] = [];
  const emoji: EmojiMark[] = [];
  const boxes: ReplacementMark[] = [];
  if (text.emoji) {
    const { x, y, width } = text.emoji.box;
    emoji.push({ emoji: text.emoji.emoji, x, y, size: width, ink: color });
  }
  for (const line of text.lines) {
    let x = line.x;
    for (const run of line.runs) {
      if (run.kind === 'glyphs') markGlyphs(run, x, line.baseline, text.size, color, glyphs);
      if (run.kind === 'box') boxes.push({ x, baseline: line.baseline, size: text.size, color });
      if (run.kind === 'emoji') emoji.push({ ...emojiInLine(run.emoji, x, line, text.size), ink: color });
      x += run.advance * text.size;
    }
  }
  return { glyphs, emoji, boxes };
}

/** Returns all glyphs as one path. */
export function glyphPath(glyphs: readonly GlyphMark[]): string {
  return glyphs
    .map(({ shape, x, y, xFifths, yFifths }) => {
      const startX = tenths(10 * x + 2 * xFifths + shape.startX);
      const startY = tenths(10 * y + 2 * yFifths + shape.startY);
      return `M${startX} ${startY}${shape.tail}`;
    })
    .join('');
}

function markGlyphs(
  run: GlyphRun,
  from: number,
  baseline: number,
  size: number,
  color: string,
  marks: GlyphMark[],
): void {
  let pen = from;
  for (const glyph of run.glyphs) {
    const shape = glyphShape(run.font, glyph.id, size);
    if (shape.tail !== '') {
      const fifthsX = Math.round((pen + glyph.dx * size) * 5);
      const fifthsY = Math.round((baseline - glyph.dy * size) * 5);
      const x = Math.floor(fifthsX / 5);
      const y = Math.floor(fifthsY / 5);
      marks.push({ shape, x, y, xFifths: fifthsX - 5 * x, yFifths: fifthsY - 5 * y, color });
    }
    pen += glyph.advance * size;
  }
}

function emojiInLine(emoji: Figure, x: number, line: PlacedLine, size: number): Omit<EmojiMark, 'ink'> {
  const { advance, ascent, descent } = emojiMetrics;
  const side = ascent + descent;
  return {
    emoji,
    x: x + ((advance - side) / 2) * size,
    y: line.baseline - ascent * size,
    size: side * size,
  };
}

/** Returns the path data of a replacement box. */
export function replacementPath({ x, baseline, size }: Omit<ReplacementMark, 'color'>): string {
  const width = Math.round((boxMetrics.advance - 0.12) * size * 10);
  const height = Math.round(boxMetrics.ascent * size * 10);
  const line = Math.max(10, Math.round(size * 0.7));
  const left = Math.round((x + 0.06 * size) * 10);
  const inner = `h${tenths(width - 2 * line)}v${tenths(2 * line - height)}h${tenths(2 * line - width)}z`;
  return (
    `M${tenths(left)} ${tenths(baseline * 10)}v${tenths(-height)}h${tenths(width)}v${tenths(height)}z` +
    `m${tenths(line)} ${tenths(-line)}${inner}`
  );
}
