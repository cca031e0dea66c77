import { existsSync } from 'node:fs';
import { checkTemplates, templateFoldersOf } from '../templates/load.ts';
import { templateFlaws } from '../templates/previews/flaws.ts';
import { loadThemes, themesFolderOf } from '../themes/load.ts';
import { createEngine } from '../workers/engine.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';

/**
 * `tierpress templates check`: fails when the templates cannot be loaded, and warns about other problems, such as a
 * template that looks bad in one of the themes.
 */
export async function checkTemplateFiles(io: Io): Promise<void> {
  const config = await loadConfig(io);
  const folders = templateFoldersOf(config);
  const place = folders.filter((folder, index) => index === 0 || existsSync(folder)).join(' and ');
  const themes = await loadThemes(themesFolderOf(config));
  const engine = createEngine({ rasteriser: config.rasteriser, themes });
  const { problems, warnings } = await checkTemplates(folders, (template) =>
    templateFlaws(template, engine, themes.names),
  );
  for (const warning of warnings) io.complain(`warning: ${warning}\n`);
  for (const problem of problems) io.complain(`${problem}\n`);
  if (problems.length > 0) {
    throw new CommandError(
      `${problems.length === 1 ? 'one problem' : `${problems.length} problems`} in ${place}`,
    );
  }
  io.print(`the templates in ${place} are fine\n`);
}
