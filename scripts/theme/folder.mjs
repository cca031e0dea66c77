// The folder of themes: in the data directory, as for the service.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirOf } from '../../dist/config/config.js';
import { defaultDataDir } from '../../dist/files/data-directory.js';
import { themeJsonSchema } from '../../dist/themes/json-schema.js';
import { themesFolderOf } from '../../dist/themes/load.js';

export const themesFolder = themesFolderOf({
  dataDir: dataDirOf(process.env, () => defaultDataDir(process.env)),
});

/** Creates the folder, and writes the schema to which `$schema` in a theme refers. */
export async function prepareFolder() {
  await mkdir(themesFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(themesFolder, 'theme.schema.json'), themeJsonSchema());
}
