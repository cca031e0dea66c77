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

export type Program = keyof typeof packages;

const isProgram = (name: string): name is Program => name in packages;
const programs = Object.keys(packages).filter(isProgram);

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

export function missingPrograms(): readonly Program[] {
  return programs.filter((program) => !isInstalled(program));
}

/** Returns the command that installs the programs on Debian. */
export function installation(missing: readonly Program[]): string {
  const names = new Set(missing.map((program) => packages[program]));
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
