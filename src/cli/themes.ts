import { BrokenThemes, loadThemes, themesFolderOf } from '../themes/load.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';

/** `tierpress themes check` */
export async function checkThemeFiles(io: Io): Promise<void> {
  const folder = themesFolderOf(await loadConfig(io));
  try {
    const { own } = await loadThemes(folder);
    const names = own.length === 0 ? 'none' : own.map(({ name }) => name).join(', ');
    io.print(`the themes in ${folder} are fine: ${names}\n`);
  } catch (error) {
    if (!(error instanceof BrokenThemes)) throw error;
    for (const problem of error.problems) io.complain(`${problem}\n`);
    const count = error.problems.length;
    throw new CommandError(`${count === 1 ? 'one problem' : `${count} problems`} in ${folder}`);
  }
}
