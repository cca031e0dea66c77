import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readArtFile } from '../dist/templates/art/art-file.js';

/** So that drawings are about 60 pixels high, as on most boards. */
const perBoard = 40;

/** Returns templates whose items are all files of art beside the templates of a folder, by name. */
export async function artTemplates(templatesDir) {
  const files = (await readdir(join(templatesDir, 'art'))).filter((file) => /\.(svg|png)$/.test(file)).sort();
  const items = files.map((file) => ({
    label: inAllLanguages(file.replace(/\.\w+$/, '')),
    art: readArtFile(templatesDir, file),
  }));
  return Array.from({ length: Math.ceil(items.length / perBoard) }, (_, i) => ({
    id: i + 1,
    revision: 1,
    title: inAllLanguages(`Drawings ${i + 1}`),
    tracks: [{ title: inAllLanguages('Art') }],
    items: items.slice(i * perBoard, (i + 1) * perBoard),
  }));
}

function inAllLanguages(text) {
  return { en: text, zh: text, ru: text };
}
