import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { isSea } from 'node:sea';
import { packageFolder } from './package-files.ts';

/** What decides where the data lies when nothing is set. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The folders of the program: the package's, and that of a single executable. */
  readonly folders: readonly string[];
  /** The user's folder according to the system, for an environment without `HOME`. */
  readonly userFolder: () => string;
}

/** Returns the data directory of a service that is not given one. */
export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  return dataDirIn({
    env,
    platform: process.platform,
    folders: [packageFolder, ...(isSea() ? [dirname(process.execPath)] : [])],
    userFolder: () => userInfo().homedir,
  });
}

/**
 * Returns `data/` of the package in a clone, and where accounts lie there already. An installed package, which an update
 * replaces, keeps its data where the system's users keep theirs.
 */
export function dataDirIn({ env, platform, folders, userFolder }: Surroundings): string {
  // Published packages have no tsconfig.json.
  const beside = folders.find(
    (folder) => existsSync(join(folder, 'tsconfig.json')) || hasAccounts(join(folder, 'data', 'keys.json')),
  );
  return beside === undefined
    ? join(folderOfUserData(env, platform, userFolder), 'tierpress')
    : join(beside, 'data');
}

function folderOfUserData(
  env: Surroundings['env'],
  platform: NodeJS.Platform,
  userFolder: () => string,
): string {
  const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : undefined);
  const home = () => absolute(env['HOME']) ?? userFolder();
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(userFolder(), 'AppData', 'Local');
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support');
  // The XDG specification calls for relative paths to be ignored.
  return absolute(env['XDG_DATA_HOME']) ?? join(home(), '.local', 'share');
}

/** A damaged file counts as one with accounts: the service that opens it reports the damage. */
function hasAccounts(file: string): boolean {
  try {
    const { accounts } = JSON.parse(readFileSync(file, 'utf8'));
    return accounts.length > 0;
  } catch {
    return existsSync(file);
  }
}
