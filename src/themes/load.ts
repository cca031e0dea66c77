import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenFiles } from '../model/broken-files.ts';
import { codeOf } from '../model/error-code.ts';
import { problemWithName } from './names.ts';
import { type ParsedTheme, parseTheme } from './parse.ts';
import { type ThemeSet, themeSet } from './theme-set.ts';

/** A service's own themes are invalid. Each problem is `themes/<file name>: <path of the token>: <reason>`. */
export class BrokenThemes extends BrokenFiles {
  override readonly name = 'BrokenThemes';

  constructor(problems: readonly string[]) {
    super('themes', problems);
  }
}

/** Returns the folder of themes in a data directory: one JSON file for each, named after it. */
export function themesFolderOf({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'themes');
}

/**
 * Loads the built-in themes and those of a folder: all its `*.json` files except `*.schema.json`. The folder may be
 * missing. One invalid file rejects the whole folder, so that no theme is missing unnoticed.
 *
 * @throws BrokenThemes naming every problem of every file
 */
export async function loadThemes(folder: string): Promise<ThemeSet> {
  const files = await readThemes(folder);
  const problems = files.flatMap((file) => ('problems' in file ? file.problems : []));
  if (problems.length > 0) throw new BrokenThemes(problems);
  return themeSet(files.flatMap((file) => ('theme' in file ? [file.theme] : [])));
}

/** The content of a file: a theme, or its problems in the format of BrokenThemes. */
type ThemeFile = { readonly name: string } & ParsedTheme;

/**
 * Reads the files of a folder, in the order of their names.
 *
 * @throws BrokenThemes when the folder cannot be read
 */
export async function readThemes(folder: string): Promise<readonly ThemeFile[]> {
  const files = await filesIn(folder);
  return Promise.all(files.map((file) => readThemeFile(folder, file)));
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json')).sort();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'ENOENT') return [];
    throw new BrokenThemes([`themes/: the folder cannot be read: ${reason}`]);
  }
}

async function readThemeFile(folder: string, file: string): Promise<ThemeFile> {
  const name = file.replace(/\.json$/, '');
  const badName = problemWithName(name);
  const parsed = badName === undefined ? await parseFile(name, join(folder, file)) : { problems: [badName] };
  if ('theme' in parsed) return { name, ...parsed };
  return { name, problems: parsed.problems.map((problem) => `themes/${file}: ${problem}`) };
}

async function parseFile(name: string, path: string): Promise<ParsedTheme> {
  try {
    return parseTheme(name, new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error);
    return { problems: [`cannot be read: ${reason}`] };
  }
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? String(error);
}
