// Creates a theme: `npm run theme:new NAME` writes <data directory>/themes/NAME.json with the tokens of night.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemWithName } from '../dist/themes/names.js';
import { night } from '../dist/themes/night.js';
import { prepareFolder, themesFolder } from './theme/folder.mjs';

const [name, ...rest] = process.argv.slice(2);

if (name === undefined || rest.length > 0) refuse('usage: npm run theme:new NAME', 2);
const problem = problemWithName(name);
if (problem !== undefined) refuse(`${name}: ${problem}`, 2);

const file = join(themesFolder, `${name}.json`);
const { name: _, ...tokens } = night;
await prepareFolder();
try {
  const text = JSON.stringify({ $schema: './theme.schema.json', ...tokens }, null, 2);
  await writeFile(file, `${foldFonts(text)}\n`, { flag: 'wx' });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  refuse(`${file}: already exists`, 1);
}
console.log(`${file}

It is a copy of night. To see it change as you save it:

  npm run theme:dev ${name}

docs/themes.md describes each token, and editors show the same descriptions.`);

/** Puts lists of fonts on one line; each colour keeps its own line, where editors show it best. */
function foldFonts(json) {
  return json.replace(/\[\s+([^[\]#]*?)\s+\]/g, (_, fonts) => `[${fonts.replace(/\s+/g, ' ')}]`);
}

function refuse(message, code) {
  console.error(`theme:new: ${message}`);
  process.exit(code);
}
