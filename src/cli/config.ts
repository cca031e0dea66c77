import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Config, dataDirOf, readConfig } from '../config/config.ts';
import { defaultDataDir } from '../files/data-directory.ts';
import { packagedData } from '../files/package-files.ts';
import { hasCode } from '../model/error-code.ts';
import type { Io } from './io.ts';

/** Reads the configuration of this process. Warns about variables that are not settings. */
export async function loadConfig(io: Io): Promise<Config> {
  const dataDir = dataDirOf(io.env, () => defaultDataDir(io.env));
  const path = join(dataDir, 'config.json');
  const file = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  const { config, warnings } = readConfig(io.env, file, {
    ...packagedData,
    dataDir,
    renderers: availableParallelism(),
  });
  for (const warning of warnings) io.complain(`tierpress: ${warning}\n`);
  return config;
}
