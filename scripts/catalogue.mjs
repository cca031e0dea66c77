// Draws every template with all of its items into build/catalogue/, with a page that shows them side by side.
// `npm run catalogue` draws theme × language; `npm run catalogue -- paper ru` draws only those, and `npm run catalogue -- art` all
// drawings of the folder art in every theme. With TIERPRESS_TEMPLATES_DIR set it draws the templates of that folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { packagedData } from '../dist/files/package-files.js';
import { resolveSpec } from '../dist/items/resolve.js';
import { wholeTemplate } from '../dist/items/whole-template.js';
import { locales, themeNames } from '../dist/model/vocabulary.js';
import { loadTemplates } from '../dist/templates/load.js';
import { templateFlaws } from '../dist/templates/previews/flaws.js';
import { createEngine } from '../dist/workers/engine.js';
import { artTemplates } from './catalogue-art.mjs';

const folder = new URL('../build/catalogue/', import.meta.url);
const chosen = process.argv.slice(2);
const isArt = chosen.includes('art');
const unknown = chosen.filter((word) => !['art', ...themeNames, ...locales].includes(word));
if (unknown.length > 0) {
  console.error(`catalogue: ${unknown.join(', ')}: there is no such theme or language`);
  process.exit(1);
}
/** Returns the chosen values, or all. */
const among = (words) =>
  words.some((word) => chosen.includes(word)) ? words.filter((word) => chosen.includes(word)) : words;
const looks = among(themeNames).flatMap((theme) =>
  (isArt ? ['en'] : among(locales)).map((locale) => ({ theme, locale })),
);

const templatesDir = process.env.TIERPRESS_TEMPLATES_DIR ?? packagedData.templatesDir;
const templates = isArt ? await artTemplates(templatesDir) : (await loadTemplates(templatesDir)).all;
const engine = createEngine({ rasteriser: 'resvg' });
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sections = [];
for (const template of templates) {
  const figures = [];
  for (const { theme, locale } of looks) {
    const request = { ...wholeTemplate(template, locale), theme };
    const { spec } = resolveSpec(request, { find: () => template }, { watermark: false });
    const { bytes } = await engine.render(spec);
    const file = `${template.id}-${theme}-${locale}.webp`;
    writeFileSync(new URL(file, folder), bytes);
    figures.push(
      `<figure><a href="${file}"><img src="${file}" width="1080" height="1440" loading="lazy" alt=""></a>` +
        `<figcaption>${theme}, ${locale}</figcaption></figure>`,
    );
  }
  const flaws = isArt ? [] : templateFlaws(template, engine, among(themeNames));
  const title = `${template.id} ${template.title.en} · ${template.title.zh} · ${template.title.ru}`;
  sections.push(
    `<h2 id="${template.id}">${escaped(title)}</h2><ul>${flaws.map((flaw) => `<li>${escaped(flaw)}</li>`).join('')}</ul><div>${figures.join('')}</div>`,
  );
}
writeFileSync(
  new URL('index.html', folder),
  `<!doctype html><meta charset="utf-8"><title>Catalogue</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; background: #777; color: #fff }
  div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
  figure { margin: 0; width: ${isArt ? 720 : 375}px } img { width: 100%; height: auto; display: block }
  ul:empty { display: none }
</style>
${sections.join('\n')}
`,
);
console.log(`${templates.length * looks.length} images in build/catalogue/index.html`);
