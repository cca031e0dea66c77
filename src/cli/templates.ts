import { checkTemplates } from '../templates/load.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';

/** `tierpress templates check`: fails for what keeps the templates from being loaded, and tells of the rest. */
export async function checkTemplateFiles(io: Io): Promise<void> {
  const { templatesDir } = await loadConfig(io);
  const { problems, warnings } = await checkTemplates(templatesDir);
  for (const warning of warnings) io.complain(`warning: ${warning}\n`);
  for (const problem of problems) io.complain(`${problem}\n`);
  if (problems.length > 0) {
    throw new CommandError(
      `${problems.length === 1 ? 'one problem' : `${problems.length} problems`} in ${templatesDir}`,
    );
  }
  io.print(`the templates in ${templatesDir} are fine\n`);
}
