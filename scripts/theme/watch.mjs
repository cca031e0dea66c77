// The themes of a folder as they stand, read again whenever something in it is saved.
import { watch } from 'node:fs';
import { readThemes } from '../../dist/themes/load.js';
import { builtInThemes, themeSet } from '../../dist/themes/theme-set.js';

/** Editors save in several steps; what lies between them is nobody's theme. Milliseconds. */
const quiet = 60;

/**
 * Reads the folder, and again after each save.
 *
 * @param onChange gets every theme by name: `{theme, version, isBuiltIn}`, or `{problems}` in words
 * @returns a function that stops it
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
    timer = setTimeout(read, quiet);
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
    // A file that takes the name of a built-in theme is a problem of its own.
    const key = themes.has(name) ? `${name}.json` : name;
    themes.set(key, problems ? { problems } : known(theme, themeSet([theme])));
  }
  return themes;
}

function known(theme, set) {
  return { theme, version: set.digestOf(theme.name).slice(0, 12), isBuiltIn: set === builtInThemes };
}
