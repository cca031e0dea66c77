import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { templateJsonSchema } from '../../src/templates/json-schema.ts';

const dir = packagedData.templatesDir;

describe('data/templates/template.schema.json', () => {
  it('is the schema of the code (npx vitest run test/templates/json-schema.test.ts --update writes it)', async () => {
    await expect(templateJsonSchema()).toMatchFileSnapshot(join(dir, 'template.schema.json'));
  });

  const ajv = new Ajv({ allErrors: true });
  formats.default(ajv);
  const { $schema: _, ...schema }: Record<string, unknown> = JSON.parse(templateJsonSchema());
  const validate = ajv.compile(schema);
  const contentOf = async (file: string): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(join(dir, file), 'utf8'));

  it('accepts every template', async () => {
    for (const file of (await readdir(dir)).filter((name) => /^\d+-.*\.json$/.test(name))) {
      validate(await contentOf(file));
      expect(validate.errors, file).toBeNull();
    }
  });

  it.each<[string, object]>([
    ['a field that is misspelt', { categroy: 'animals' }],
    ['a language that is missing', { title: { en: 'x', zh: 'x' } }],
    ['a colour that is none', { tracks: [{ title: { en: 'x', zh: 'x', ru: 'x' }, color: 'red' }] }],
    ['a date that is none', { createdAt: 'today' }],
    ['no items', { items: [] }],
  ])('rejects %s, as the code does', async (_, change) => {
    expect(validate({ ...(await contentOf('1-world-dishes.json')), ...change })).toBe(false);
  });
});
