import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fontFiles } from '../../src/text/font-files.ts';
import { themeFileSchema } from '../../src/themes/schema.ts';

const page = await readFile(new URL('../../docs/themes.md', import.meta.url), 'utf8');

test('docs/themes.md names every bundled font', () => {
  expect(Object.keys(fontFiles).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('docs/themes.md names every token', () => {
  const { fonts, colors, corners } = themeFileSchema.entries;
  const inner = Object.entries({ fonts, colors, corners }).flatMap(([part, schema]) =>
    Object.keys(schema.entries).map((token) => `${part}.${token}`),
  );
  const parts = Object.keys(themeFileSchema.entries).filter(
    (name) => !['fonts', 'colors', 'corners'].includes(name),
  );
  expect([...inner, ...parts].filter((token) => !page.includes(`\`${token}\``))).toEqual([]);
});
