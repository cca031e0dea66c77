import { createCanvas } from '@napi-rs/canvas';
import { faces } from './peers/faces.mjs';

const pen = createCanvas(1, 1).getContext('2d');

/**
 * Returns the lines of a placed text as strings. The layout stores glyphs, not characters, so each line takes as many
 * characters as fit its width. The large emoji at the start of a label is not part of the lines.
 */
export function brokenLines(text, weight) {
  pen.font = `${weight} ${text.size}px ${faces}`;
  let rest = Array.from(text.text);
  return text.lines.map(({ width }, index) => {
    const last = index === text.lines.length - 1;
    let taken = last ? rest.length : 0;
    while (
      taken < rest.length &&
      pen.measureText(
        rest
          .slice(0, taken + 1)
          .join('')
          .trimEnd(),
      ).width <=
        width + 1
    )
      taken++;
    const line = rest.slice(0, taken).join('').trim();
    rest = rest.slice(taken);
    return line;
  });
}
