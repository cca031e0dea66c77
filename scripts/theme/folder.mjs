// Where themes lie on this machine: in the data directory, as for the service.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirOf } from '../../dist/config/config.js';
import { packagedData } from '../../dist/files/package-files.js';
import { themeJsonSchema } from '../../dist/themes/json-schema.js';
import { themesFolderOf } from '../../dist/themes/load.js';

export const themesFolder = themesFolderOf({ dataDir: dataDirOf(process.env, packagedData.dataDir) });

/** Makes the folder if there is none, with the schema that `$schema` in a theme points to. */
export async function prepareFolder() {
  await mkdir(themesFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(themesFolder, 'theme.schema.json'), themeJsonSchema());
}
