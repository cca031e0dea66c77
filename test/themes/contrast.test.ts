import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { contrast, inkOn, minContrast } from '../../src/themes/contrast.ts';
import { themes } from '../../src/themes/index.ts';
import { runs } from '../support/runs.ts';

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4.0],
  ])('of %s on %s is %d', (left, right, ratio) => {
    expect(contrast(left, right)).toBeCloseTo(ratio, 1);
    expect(contrast(right, left)).toBeCloseTo(ratio, 1);
  });

  test.each(themeNames)('%s has readable ink for any custom tier colour', (name) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`;
        expect(contrast(color, inkOn(color, themes[name].colors))).toBeGreaterThanOrEqual(minContrast);
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each(themeNames)('%s has readable text on its own grounds', (name) => {
    const { colors, palette } = themes[name];
    expect(contrast(colors.title, colors.ground)).toBeGreaterThanOrEqual(minContrast);
    expect(contrast(colors.watermark, colors.ground)).toBeGreaterThanOrEqual(minContrast);
    expect(contrast(colors.label, colors.tile)).toBeGreaterThanOrEqual(minContrast);
    expect(palette).toHaveLength(15);
    for (const color of palette) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});
