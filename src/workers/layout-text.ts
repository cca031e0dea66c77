import type { PlacedBoard, PlacedText } from '../layout/placed.ts';
import { fontNamed } from '../text/font.ts';

/** Returns a placed board as text. Another process reads the text faster than it lays the board out again. */
export function writeLayout(board: PlacedBoard): string {
  return JSON.stringify(board);
}

/** Reads a placed board written by another renderer of the same version. The text holds only the names of fonts. */
export function readLayout(text: string): PlacedBoard {
  const board = JSON.parse(text) as PlacedBoard;
  const { title, rows, watermark } = board;
  return {
    canvas: board.canvas,
    title: title && { ...title, text: withFonts(title.text) },
    rows: rows.map((row) => ({
      ...row,
      title: withFonts(row.title),
      tiles: row.tiles.map((tile) => ({ ...tile, label: withFonts(tile.label) })),
    })),
    watermark: watermark && { ...watermark, text: withFonts(watermark.text) },
  };
}

function withFonts(text: PlacedText): PlacedText {
  const lines = text.lines.map((line) => ({
    ...line,
    runs: line.runs.map((run) => (run.kind === 'glyphs' ? { ...run, font: fontNamed(run.font.name) } : run)),
  }));
  return { ...text, lines };
}
