// Draws themes × ratios × boards into build/contact-sheet/, with a page that shows them side by side, and the text
// cases of the tests in one ratio.
// Run it with `npm run contact-sheet`, after every change that moves pixels; `npm run contact-sheet -- NAME` draws only
// one theme, which may be in the data directory.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { aspectRatios } from '../dist/model/vocabulary.js';
import { loadThemes } from '../dist/themes/load.js';
import { createEngine } from '../dist/workers/engine.js';
import { boards } from './contact-boards.mjs';
import { loadContactPicture } from './contact-pictures.mjs';
import { textBoards } from './contact-text-cases.mjs';
import { themesFolder } from './theme/folder.mjs';

const folder = new URL('../build/contact-sheet/', import.meta.url);
const themes = await loadThemes(themesFolder);
const chosen = process.argv[2];
if (chosen !== undefined && !themes.names.includes(chosen)) {
  console.error(`there is no theme ${chosen}; there are ${themes.names.join(', ')}`);
  process.exit(1);
}
const themeNames = chosen === undefined ? themes.names : [chosen];
const engine = createEngine({ rasteriser: 'resvg', themes });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sections = [];
let images = 0;
const sheet = [
  ...Object.entries(boards).map(([name, board]) => ({ name, board, ratios: aspectRatios })),
  ...Object.entries(textBoards).map(([name, board]) => ({ name, board, ratios: ['3:4'] })),
];
for (const { name, board, ratios } of sheet) {
  const figures = [];
  for (const theme of themeNames)
    for (const aspectRatio of ratios) {
      const spec = { board, aspectRatio, theme, scale: 1, format: 'png', watermark: true };
      const { bytes, warnings } = await engine.render(spec, { load: loadContactPicture });
      const file = `${name}-${theme}-${aspectRatio.replace(':', 'x')}.png`;
      writeFileSync(new URL(file, folder), bytes);
      images++;
      const note = warnings.length === 0 ? '' : `, ${warnings.length} labels shortened`;
      figures.push(
        `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${theme} ${aspectRatio}${note}</figcaption></figure>`,
      );
    }
  sections.push(`<h2>${name}</h2><div>${figures.join('')}</div>`);
}
writeFileSync(
  new URL('index.html', folder),
  `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; background: #777; color: #fff }
  div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
  figure { margin: 0; width: 375px } img { width: 100%; display: block }
</style>
${sections.join('\n')}
`,
);
console.log(`${images} images in build/contact-sheet/index.html`);
