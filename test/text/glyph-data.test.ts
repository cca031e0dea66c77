import { expect, it } from 'vitest';
import { readGlyphData, redrawnOutline } from '../../src/text/glyph-data.ts';

it('redrawnOutline returns commands in font units', () => {
  const data = { unit: 16, glyphs: { 3: 'M1 -2v3h-4zM0 0h1v1z', 4: '' } };
  expect(redrawnOutline(data, 3)).toEqual([
    { type: 'M', values: [16, -32] },
    { type: 'L', values: [16, 16] },
    { type: 'L', values: [-48, 16] },
    { type: 'Z', values: [] },
    { type: 'M', values: [0, 0] },
    { type: 'L', values: [16, 0] },
    { type: 'L', values: [16, 16] },
    { type: 'Z', values: [] },
  ]);
  expect(redrawnOutline(data, 4)).toEqual([]);
  expect(redrawnOutline(data, 5)).toBeUndefined();
  expect(redrawnOutline(readGlyphData('press-start-2p'), 1)).toBeUndefined();
});
