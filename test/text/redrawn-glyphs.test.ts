import { describe, expect, it } from 'vitest';
import { type Font, fontNamed } from '../../src/text/font.ts';
import { FontStack } from '../../src/text/font-stack.ts';

const glyphOf = (font: Font, character: string) => font.shape(character, 'Zyyy', false)[0]?.id ?? 0;
const outlineOf = (font: Font, character: string) => font.outline(glyphOf(font, character));

describe.each(['handjet-700', 'handjet-800'] as const)('%s', (name) => {
  const font = fontNamed(name);

  it('draws zero like the letter O, and round brackets with more corners than square ones', () => {
    expect(outlineOf(font, '0')).toEqual(outlineOf(font, 'O'));
    expect(outlineOf(font, '(').length).toBeGreaterThan(outlineOf(font, '[').length);
    expect(outlineOf(font, ')').length).toBe(outlineOf(font, '(').length);
  });

  it.each([...'²³½₂⅔'])('leaves %s to another font', (figure) => {
    expect(font.covers(figure.codePointAt(0) ?? 0, 'Zyyy')).toBe(false);
    const runs = new FontStack([name]).shape(`x${figure}`, 0);
    expect(runs.map(({ kind }) => kind)).toEqual(['glyphs', 'glyphs']);
  });
});

it.each(['йи', 'Йи', 'ўу', 'Ўу'])('press-start-2p draws %s with a difference of a raised breve', (pair) => {
  const font = fontNamed('press-start-2p');
  const [short, plain] = [...pair].map((letter) => font.ink(glyphOf(font, letter)));
  expect((short?.ascent ?? 0) - (plain?.ascent ?? 0)).toBeCloseTo(0.375);
});
