import { expect, test } from 'vitest';
import { type Font, fontNamed } from '../../src/text/font.ts';
import { FontStack } from '../../src/text/runs.ts';

const outlineOf = (font: Font, character: string) =>
  font.outline(font.shape(character, 'Zyyy', false)[0]?.id ?? 0);

for (const name of ['handjet-700', 'handjet-800'] as const) {
  const font = fontNamed(name);

  test(`${name}: zero is no eight, and its bracket no square one`, () => {
    expect(outlineOf(font, '0')).toEqual(outlineOf(font, 'O'));
    expect(outlineOf(font, '(').commands.length).toBeGreaterThan(outlineOf(font, '[').commands.length);
    expect(outlineOf(font, ')').commands.length).toBe(outlineOf(font, '(').commands.length);
  });

  test.each([...'²³½₂⅔'])(`${name} leaves %s to another face`, (figure) => {
    expect(font.covers(figure.codePointAt(0) ?? 0, 'Zyyy')).toBe(false);
    const runs = new FontStack([name]).shape(`x${figure}`, 0);
    expect(runs.map(({ kind }) => kind)).toEqual(['glyphs', 'glyphs']);
  });
}

test.each(['йи', 'Йи', 'ўу', 'Ўу'])('press-start-2p: %s differ by a breve with raised ends', (pair) => {
  const font = fontNamed('press-start-2p');
  const [short, plain] = [...pair].map((letter) => outlineOf(font, letter));
  expect((short?.ascent ?? 0) - (plain?.ascent ?? 0)).toBeCloseTo(0.375);
});
