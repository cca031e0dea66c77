import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/api/wire/json.ts';

describe('the JSON parser', () => {
  it.each([
    ['{"a": [1, -2.5e3, true, null, "\\u0041"]}', { a: [1, -2500, true, null, 'A'] }],
    ['"a\u007f\u0085"', 'a\u007f\u0085'],
  ])('parses %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['', 1, 1],
    ['nope', 1, 1],
    ['{', 1, 2],
    ['{"a": 1,}', 1, 9],
    ['[1, 2', 1, 6],
    ['[1 2]', 1, 4],
    ['[1,]', 1, 4],
    ['{"a" 1}', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{"a": 01}', 1, 8],
    ['{"a": .5}', 1, 7],
    ['{"a": NaN}', 1, 7],
    ['{}{}', 1, 3],
    ['{\n  "a": "b\n"}', 2, 10],
    ['"\\x"', 1, 2],
    ['{"a": "open', 1, 12],
    ['[1]]', 1, 4],
    ['[}', 1, 2],
    ['['.repeat(100_000), 1, 100_001],
    [`${'{"a":'.repeat(100_000)}`, 1, 500_001],
  ])('reports the position of the error in %.20s without quoting the text', (text, line, column) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({
        code: 'invalidRequest',
        message: `The body is not valid JSON: error at line ${line}, column ${column}`,
      }),
    );
  });
});
