import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemWithName } from './names.ts';
import { parseTheme } from './parse.ts';
import type { Theme } from './theme.ts';
import { type ThemeSet, themeSet } from './theme-set.ts';

/** A service's own themes cannot be used as they are. The message has one line for each problem. */
export class BrokenThemes extends Error {
  override readonly name = 'BrokenThemes';
  /** Each `themes/<file name>: <path of the token>: <reason>`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the themes cannot be loaded\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Where a data directory has its themes: one JSON file each, named for it. */
export function themesFolderOf({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'themes');
}

/**
 * The built-in themes and those of a folder: all `*.json` files in it but `*.schema.json`. The folder may be missing.
 * One broken file refuses the whole folder, so that a theme never goes missing unnoticed.
 *
 * @throws BrokenThemes naming every problem of every file
 */
export async function loadThemes(folder: string): Promise<ThemeSet> {
  const own: Theme[] = [];
  const problems: string[] = [];
  for (const file of await themeFiles(folder)) {
    const read = await readThemeFile(folder, file);
    if ('theme' in read) own.push(read.theme);
    else problems.push(...read.problems);
  }
  if (problems.length > 0) throw new BrokenThemes(problems);
  return themeSet(own);
}

/** What stands in one file of a folder of themes. */
export async function readThemeFile(
  folder: string,
  file: string,
): Promise<{ readonly theme: Theme } | { readonly problems: readonly string[] }> {
  const name = file.replace(/\.json$/, '');
  const badName = problemWithName(name);
  const parsed = badName === undefined ? await parseFile(name, join(folder, file)) : { problems: [badName] };
  if ('theme' in parsed) return parsed;
  return { problems: parsed.problems.map((problem) => `themes/${file}: ${problem}`) };
}

/** The names of the files of a folder that hold themes, in order. @throws BrokenThemes when it cannot be read */
export async function themeFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json')).sort();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'ENOENT') return [];
    throw new BrokenThemes([`themes/: the folder cannot be read: ${reason}`]);
  }
}

async function parseFile(name: string, path: string) {
  try {
    return parseTheme(name, new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error);
    return { problems: [`cannot be read: ${reason}`] };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
