import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package of each program that some tests need besides Node.js. */
const packages = {
  curl: 'curl',
  ip: 'iproute2',
  nsenter: 'util-linux',
  openssl: 'openssl',
  python3: 'python3',
  unshare: 'util-linux',
} as const;

/** The same for the tests of several replicas, which are a project of their own. */
const enginePackages = {
  haproxy: 'haproxy',
  initdb: 'postgresql',
  memcached: 'memcached',
  postgres: 'postgresql',
  setpriv: 'util-linux',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
} as const;

/** The same for the tests of what `npm run release` makes, which are a project of their own. */
const packagePackages = { strace: 'strace' } as const;

const allPackages = { ...packages, ...enginePackages, ...packagePackages };

export type Program = keyof typeof allPackages;

const isProgram = (name: string): name is Program => name in allPackages;
const programsOf = (table: object) => Object.keys(table).filter(isProgram);
export const postgresPrograms = ['initdb', 'postgres', 'setpriv'] as const satisfies readonly Program[];
/** What an S3 to test with consists of. */
export const swiftPrograms = [
  'memcached',
  'python3',
  'setpriv',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'swift-proxy-server',
] as const satisfies readonly Program[];
export const replicaPrograms = ['haproxy', ...postgresPrograms, ...swiftPrograms] as const;

/**
 * Returns whether a program that a test needs is missing, for `skipIf`.
 *
 * @throws Error with `CI=true`, where no test may be skipped
 */
export function lacks(...needed: readonly Program[]): boolean {
  const missing = needed.filter((program) => !isInstalled(program));
  if (missing.length > 0 && process.env['CI'] === 'true')
    throw new Error(`missing: ${missing.join(', ')}. ${installation(missing)}`);
  return missing.length > 0;
}

/** @param replicas whether tests of several replicas were to run */
export function missingPrograms(replicas: boolean): readonly Program[] {
  return programsOf(replicas ? allPackages : packages).filter((program) => !isInstalled(program));
}

/** Returns the command that installs the programs on Debian. */
export function installation(missing: readonly Program[]): string {
  const names = new Set(missing.map((program) => allPackages[program]));
  return `apt-get install -y --no-install-recommends ${[...names].join(' ')}`;
}

/** Returns the path of a program that is installed, and its name otherwise. */
export function pathOf(program: string): string {
  return (
    programFolders()
      .map((folder) => join(folder, program))
      .find(isExecutable) ?? program
  );
}

function isInstalled(program: Program): boolean {
  return programFolders().some((folder) => isExecutable(join(folder, program)));
}

const postgresFolder = '/usr/lib/postgresql';

/** Returns the folders of the path, and those in which Debian installs the versions of PostgreSQL, the latest first. */
function programFolders(): readonly string[] {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder) : [];
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(postgresFolder, version, 'bin')),
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
