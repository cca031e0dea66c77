import { SourceMap } from 'node:module';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/workers/source-map.ts';

const source = Array.from(
  { length: 40 },
  (_, index) =>
    `export const value${index} = (some: number): number => {\n  return some +\n    ${index};\n};\n`,
).join('\n');

describe('the origin of a place', () => {
  it.each([{ minify: false }, { minify: true }])('is the one that Node.js finds, with %o', (options) => {
    const { code, map } = transformSync(source, {
      loader: 'ts',
      sourcemap: 'external',
      sourcefile: 'a.ts',
      ...options,
    });
    const parsed = JSON.parse(map);
    const reference = new SourceMap(parsed);
    let places = 0;
    for (const [index, text] of code.split('\n').entries()) {
      for (let column = 0; column < text.length; column++) {
        const expected = reference.findEntry(index, column);
        if (!('originalSource' in expected) || expected.generatedLine !== index) continue;
        places++;
        expect(originOf(parsed, index + 1, column + 1)).toEqual({
          source: expected.originalSource,
          line: expected.originalLine + 1,
          column: expected.originalColumn + 1,
        });
      }
    }
    expect(places).toBeGreaterThan(500);
  });

  it('is unknown beyond the code', () => {
    expect(originOf({ sources: ['a.ts'], mappings: 'AAAA' }, 2, 1)).toBeUndefined();
  });
});
