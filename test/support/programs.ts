import { accessSync, constants } from 'node:fs';
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
  memcached: 'memcached',
  setpriv: 'util-linux',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
} as const;

const allPackages = { ...packages, ...enginePackages };

export type Program = keyof typeof allPackages;

const isProgram = (name: string): name is Program => name in allPackages;
const programsOf = (table: object) => Object.keys(table).filter(isProgram);
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

function isInstalled(program: Program): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
