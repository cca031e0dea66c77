// Works out what holds for the packaged templates at every start: which files are valid, what
// art they name, what that art is, and the search terms of their texts (src/templates/prebuilt.ts).
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { built, packagedData } from '../dist/files/package-files.js';
import { readArtFile } from '../dist/templates/art/art-file.js';
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
const digestIn = async (folder, name) => digestOf(name, await readFile(join(folder, name)));
const artDir = join(dir, 'art');
const namesIn = async (folder, ending) =>
  templates.length === 0 ? [] : (await readdir(folder)).filter((name) => name.endsWith(ending));
const known = { valid: [], art: [] };
// Other JSON files do not begin with an id.
for (const name of (await namesIn(dir, '.json')).filter((one) => /^\d/.test(one))) {
  const { items } = parseValidTemplate(await readFile(join(dir, name), 'utf8'));
  const art = new Set(items.flatMap((item) => item.art ?? []));
  known.valid.push([await digestIn(dir, name), [...art]]);
}
for (const name of await namesIn(artDir, '.svg')) {
  try {
    known.art.push([await digestIn(artDir, name), readArtFile(dir, name)]);
  } catch {
    // An invalid drawing that no template names.
  }
}
await replaceFile(built.templates, JSON.stringify(known.valid));
await replaceFile(built.art, JSON.stringify(known.art));
const texts = [...new Set(templates.flatMap(searchedTexts))];
await replaceFile(built.searchTerms, JSON.stringify(texts.map((text) => [text, termsOf(text)])));
