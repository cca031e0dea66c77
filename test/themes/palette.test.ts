import { describe, expect, test } from 'vitest';
import type { Color } from '../../src/themes/theme.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';

/** Returns a colour's lightness (0 to 1) and its two axes of hue. Source: Björn Ottosson, "A perceptual color space". */
function oklab(color: Color): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const lightness = (color: Color) => oklab(color)[0];
const chroma = (color: Color) => Math.hypot(oklab(color)[1], oklab(color)[2]);
function distance(one: Color, other: Color): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.each(builtInThemes.all)('the palette of $name', ({ palette }) => {
  const steps = palette.slice(1).map((color, index) => distance(color, palette[index] ?? color));

  test('has distinguishable neighbours', () => {
    for (const step of steps) expect(step).toBeGreaterThan(0.07);
  });

  test('has even steps from S to F', () => {
    const scale = steps.slice(0, 5);
    expect(Math.max(...scale) / Math.min(...scale)).toBeLessThan(1.8);
  });

  test('becomes lighter from S to the yellow of the fourth row, and darker after it', () => {
    const [s = 0, a = 0, b = 0, c = 0, d = 0, f = 0] = palette.map(lightness);
    expect([s, a, b, c]).toEqual([s, a, b, c].toSorted((left, right) => left - right));
    expect([f, d, c]).toEqual([f, d, c].toSorted((left, right) => left - right));
  });

  test('has ten hues of similar weight: none is twice as strong as another', () => {
    const strengths = palette.slice(0, 10).map(chroma);
    expect(Math.max(...strengths) / Math.min(...strengths)).toBeLessThan(2);
  });
});
