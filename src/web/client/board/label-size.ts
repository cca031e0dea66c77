/** Breaks where a line may end: after spaces and hyphens, and after each character of Chinese and Japanese. */
const breaks = /(?<=[\s\-\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** How much of a line is filled, on average, when words are not broken. */
const filled = 0.75;

let pen: CanvasRenderingContext2D | null | undefined;

/**
 * Returns the width that a label needs, in ems: that of its longest word, which is not broken, and of all of it when it is
 * spread over some lines.
 */
export function labelEms(label: string, lines: number): number {
  const words = label.split(breaks).map((word) => emsOf(word.trim()));
  return Math.max(1, ...words, emsOf(label) / (lines * filled));
}

function emsOf(text: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `600 100px ${getComputedStyle(document.body).fontFamily}`;
  }
  return (pen?.measureText(text).width ?? 0) / 100;
}
