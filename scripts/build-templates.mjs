// Works out what holds for the packaged templates at every start: which files are valid, what
// art they name, and the search terms of their texts (src/templates/prebuilt.ts).
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { built, packagedData } from '../dist/files/package-files.js';
import { loadTemplates } from '../dist/templates/load.js';
import { parseValidTemplate } from '../dist/templates/parse.js';
import { digestOf } from '../dist/templates/prebuilt.js';
import { searchedTexts } from '../dist/templates/search/postings.js';
import { termsOf } from '../dist/templates/search/terms.js';
import { replaceFile } from './replace-file.mjs';

const dir = packagedData.templatesDir;
// Checks all of them, also those that an earlier build has found valid.
await rm(built.templates, { force: true });
// The start reports invalid templates; until they are mended, it checks all of them.
const templates = await loadTemplates(dir).then(
  ({ all }) => all,
  () => [],
);
// Other JSON files do not begin with an id.
const names = templates.length === 0 ? [] : (await readdir(dir)).filter((name) => /^\d.*\.json$/.test(name));
const sizeOf = async (name) => [name, (await stat(join(dir, 'art', name))).size];
const valid = [];
for (const name of names) {
  const bytes = await readFile(join(dir, name));
  const { items } = parseValidTemplate(bytes.toString('utf8'));
  const art = await Promise.all(items.flatMap((item) => (item.art ? sizeOf(item.art) : [])));
  valid.push([digestOf(name, bytes), Object.fromEntries(art)]);
}
await replaceFile(built.templates, JSON.stringify(valid));
const texts = [...new Set(templates.flatMap(searchedTexts))];
await replaceFile(built.searchTerms, JSON.stringify(texts.map((text) => [text, termsOf(text)])));
