import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonFile } from '../../src/model/json-file.ts';

it.each([
  ['{"a": 1,\n "b": }', 'is not JSON: value expected at line 2, column 7'],
  ['{"a": 1,\r\n "b": 2,\r\n}', 'is not JSON: property name expected at line 3, column 1'],
  ['{"a": 1 // why\n}', 'is not JSON: invalid comment token at line 1, column 9'],
  ['[1, 2', 'is not JSON: close bracket expected at line 1, column 6'],
  ['', 'is not JSON: value expected at line 1, column 1'],
  ['{"a": 1}\n\nx', 'is not JSON: invalid symbol at line 3, column 1'],
  ["{'a': 1}", 'is not JSON: invalid symbol at line 1, column 2'],
  ['{"a": {\n  "b": 1,\n  "b": 2\n}}', '"b" is there twice, at line 3, column 3'],
  ['[{"a": 1}, {"a": 1, "\\u0061": 2}]', '"a" is there twice, at line 1, column 21'],
])('parseJsonFile names the place of the first mistake: %j', (text, problem) => {
  expect(parseJsonFile(text)).toEqual({ problem });
});

it('parseJsonFile returns the value of any JSON, with or without a byte order mark', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', '\uFEFF'), (text, mark) => {
      expect(parseJsonFile(mark + text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

it('parseJsonFile accepts no text that JSON.parse refuses, and throws for none', () => {
  const deep = '['.repeat(1_000_000);
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"a"',
    ':',
    ',',
    '1',
    '01',
    '-',
    ' ',
    '\n',
    '"\\x"',
    '"\t"',
    'true',
    '/**/',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join('')),
    fc.constant(deep),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseJsonFile(text);
      if ('value' in parsed) expect(parsed.value).toEqual(JSON.parse(text));
    }),
  );
});
