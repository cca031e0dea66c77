// Shows a theme during its design: `npm run theme:dev [NAME]` opens a page that redraws when the theme's file is saved.
import { startDrawing } from './theme/drawing.mjs';
import { prepareFolder, themesFolder } from './theme/folder.mjs';
import { createThemeServer } from './theme/server.mjs';
import { watchThemes } from './theme/watch.mjs';

const [name, ...rest] = process.argv.slice(2);
if (rest.length > 0) refuse('usage: npm run theme:dev [NAME]', 2);

let themes = new Map();
const drawing = startDrawing();
const server = createThemeServer(drawing);
await prepareFolder();
const unwatch = await watchThemes(themesFolder, (read) => {
  themes = read;
  server.setThemes(read);
});

if (name !== undefined && !themes.has(name)) {
  refuse(`there is no ${name}.json in ${themesFolder}; npm run theme:new ${name} creates it`, 1);
}
const [own] = [...themes].find(([, { isBuiltIn }]) => !isBuiltIn) ?? [];
const shown = name ?? own ?? 'night';
const address = await server.listen();
console.log(`${address}?theme=${shown}\n\nThemes are read from ${themesFolder}. Press Ctrl+C to exit.`);

process.once('SIGINT', end);
process.once('SIGTERM', end);

function end() {
  unwatch();
  server.close();
  drawing.end();
}

function refuse(message, code) {
  console.error(`theme:dev: ${message}`);
  process.exit(code);
}
