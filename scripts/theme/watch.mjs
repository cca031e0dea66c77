// Reads the themes of a folder, and again whenever a file in it is saved.
import { watch } from 'node:fs';
import { readThemes } from '../../dist/themes/load.js';
import { builtInThemes, themeSet } from '../../dist/themes/theme-set.js';

/** Delay after the last change, in milliseconds: editors save in several steps. */
const settleMs = 60;

/**
 * Reads the folder now and after each save.
 *
 * @param onChange receives all themes by name: `{theme, version, isBuiltIn}` or `{problems}`
 * @returns a function that stops watching
 */
export async function watchThemes(folder, onChange) {
  let reading = Promise.resolve();
  const read = () => {
    reading = reading.then(async () => onChange(await readAll(folder)));
    return reading;
  };
  let timer;
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(read, settleMs);
  });
  await read();
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

async function readAll(folder) {
  const themes = new Map(builtInThemes.all.map((theme) => [theme.name, known(theme, builtInThemes)]));
  for (const { name, theme, problems } of await readThemes(folder)) {
    // A file with the name of a built-in theme is listed separately, as a problem.
    const key = themes.has(name) ? `${name}.json` : name;
    themes.set(key, problems ? { problems } : known(theme, themeSet([theme])));
  }
  return themes;
}

function known(theme, set) {
  return { theme, version: set.digestOf(theme.name).slice(0, 12), isBuiltIn: set === builtInThemes };
}
