import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { readArtFile } from '../../src/templates/art/art-file.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { parseTemplate, parseValidTemplate } from '../../src/templates/parse.ts';
import { digestOf, readSearchTerms, readValidFiles } from '../../src/templates/prebuilt.ts';
import { searchedTexts } from '../../src/templates/search/postings.ts';
import { termsOf } from '../../src/templates/search/terms.ts';

const { templatesDir } = packagedData;
const { all } = await loadTemplates(templatesDir);
const files = readdirSync(templatesDir).filter((name) => /^\d+-.*\.json$/.test(name));
const valid = await readValidFiles();

describe('the build', () => {
  it('finds every packaged template valid, which is then read as if it were checked', () => {
    expect(files.length).toBe(all.length);
    for (const file of files) {
      const bytes = readFileSync(join(templatesDir, file));
      const text = bytes.toString('utf8');
      expect(valid.has(digestOf(file, bytes)), file).toBe(true);
      const checked = parseTemplate(file, text);
      expect(JSON.stringify({ template: parseValidTemplate(text) }), file).toBe(JSON.stringify(checked));
    }
  });

  it('works out the search terms of every text of the packaged templates', async () => {
    const terms = await readSearchTerms();
    const texts = [...new Set(all.flatMap(searchedTexts))];
    expect(texts.map((text) => terms.get(text))).toEqual(texts.map((text) => [...new Set(termsOf(text))]));
  });
});

describe('a packaged template in another folder', () => {
  let folder: string;
  const [file = ''] = files;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tierpress-prebuilt-'));
    cpSync(templatesDir, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is checked once it has been changed', async () => {
    expect((await loadTemplates(folder)).all).toHaveLength(all.length);
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace('"schemaVersion": 1', '"schemaVersion": 2'));
    await expect(loadTemplates(folder)).rejects.toThrow(`${file}: schemaVersion: must be 1`);
  });

  it('has the same content whether it is checked or known to be valid', async () => {
    for (const name of files) appendFileSync(join(folder, name), '\n');
    expect((await loadTemplates(folder)).recommended).toEqual(
      (await loadTemplates(templatesDir)).recommended,
    );
  });

  it('is reported once its drawing is missing', async () => {
    const name = files.find((one) => readFileSync(join(folder, one), 'utf8').includes('"art": "')) ?? '';
    const [, art = ''] = /"art": "(.+)"/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    rmSync(join(folder, 'art', art));
    await expect(loadTemplates(folder)).rejects.toThrow(
      new RegExp(`${name}: items\\[\\d+\\]\\.art: ${art}: there is no such file`),
    );
  });

  it('is checked once the size of its drawing has changed', async () => {
    const name = readdirSync(join(folder, 'art')).find((one) => one.startsWith('cat-')) ?? '';
    writeFileSync(join(folder, 'art', name), '<svg viewBox="0 0 36 36"><text>cat</text></svg>');
    await expect(loadTemplates(folder)).rejects.toThrow(`.art: ${name}: is not a plain SVG drawing`);
  });

  it('shows a drawing as it is when the template is first used', async () => {
    const name = readdirSync(join(folder, 'art')).find((one) => one.startsWith('cat-')) ?? '';
    const templates = await loadTemplates(folder);
    writeFileSync(join(folder, 'art', name), '<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>');
    const drawn = readArtFile(folder, name);
    expect(templates.all.flatMap(({ items }) => items).filter(({ art }) => art)).toContainEqual(
      expect.objectContaining({ art: drawn }),
    );
  });

  it('is checked under another name', async () => {
    cpSync(join(templatesDir, file), join(folder, `99999-${file.replace(/^\d+-/, '')}`));
    await expect(loadTemplates(folder)).rejects.toThrow('id: is');
  });
});
