import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { themes } from '../../src/themes/index.ts';
import { themeJsonSchema } from '../../src/themes/json-schema.ts';
import { ocean } from '../support/themes.ts';

const schema: Record<string, unknown> = JSON.parse(themeJsonSchema());
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

describe('the JSON schema of theme files', () => {
  test('is the file next to the examples (npx vitest run test/themes --update writes it)', async () => {
    await expect(themeJsonSchema()).toMatchFileSnapshot('../../examples/themes/theme.schema.json');
  });

  test.each(themeNames)('accepts the tokens of %s', (name) => {
    const { name: _, ...tokens } = themes[name];
    expect(validate({ $schema: './theme.schema.json', ...tokens })).toBe(true);
  });

  test.each([
    ['a token that is missing', { ...ocean, corners: undefined }],
    ['an unknown token', { ...ocean, glow: 1 }],
    ['a colour by name', { ...ocean, colors: { ...ocean.colors, ground: 'navy' } }],
    ['a font that is not bundled', { ...ocean, fonts: { ...ocean.fonts, tier: ['comic-sans'] } }],
    ['a palette too short', { ...ocean, palette: ['#ffffff'] }],
    ['half a pixel', { ...ocean, corners: { ...ocean.corners, row: 0.5 } }],
    ['another texture', { ...ocean, texture: { kind: 'dots' } }],
  ])('rejects %s', (_, content) => {
    expect(validate(JSON.parse(JSON.stringify(content)))).toBe(false);
  });

  test('describes every token', () => {
    expect(unexplained(schema, [])).toEqual([]);
  });
});

/** Returns the paths of tokens without a description. */
function unexplained(node: unknown, path: readonly string[]): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, value]) => {
    if (key !== 'properties') return unexplained(value, [...path, key]);
    return Object.entries(Object(value)).flatMap(([name, token]) => [
      ...(Object.hasOwn(Object(token), 'description') || Object.hasOwn(Object(token), 'const')
        ? []
        : [[...path, name].join('.')]),
      ...unexplained(token, [...path, name]),
    ]);
  });
  return inner;
}
