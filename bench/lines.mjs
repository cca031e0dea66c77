import { createCanvas } from '@napi-rs/canvas';
import { faces } from './peers/faces.mjs';

const pen = createCanvas(1, 1).getContext('2d');

/**
 * A placed text's lines as strings. The layout keeps glyphs, not characters, so each line takes back as many
 * characters as its width holds. A tile's leading large emoji is not part of the lines.
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
