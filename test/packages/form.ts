import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { pathOf } from '../support/programs.ts';
import { type Finished, watchService } from '../support/watch-service.ts';

/** A way in which tierpress is installed. */
export interface Form {
  readonly name: string;
  /** The command, as somebody would type it. */
  readonly command: readonly [string, ...string[]];
  /** The programs on the path. */
  readonly programs: readonly string[];
}

const installed = inject('installed');
const nodes = join(inject('root'), 'test', 'nodes', 'node_modules');
const main = join(installed, 'node_modules', 'tierpress', 'dist', 'cli', 'main.js');

const node = (name: string) => join(nodes, name, 'bin', 'node');

export const npmForm: Form = {
  name: 'the npm package',
  command: [join(installed, 'node_modules', '.bin', 'tierpress')],
  programs: ['node', 'env'],
};

export const folderForm: Form = {
  name: 'the folder',
  command: [join(inject('folder'), 'tierpress')],
  programs: ['dirname', 'readlink'],
};

export const singleFileForm: Form = {
  name: 'the single executable',
  command: [inject('singleFile')],
  programs: [],
};

export const forms: readonly Form[] = [
  npmForm,
  { ...npmForm, name: 'the npm package on Node.js 22', command: [node('node22'), main] },
  { ...npmForm, name: 'the npm package on Node.js 24', command: [node('node24'), main] },
  folderForm,
  singleFileForm,
];

/** An account of a machine that has nothing but a form of tierpress. */
export interface Account {
  /** An empty home. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a test with a new account, which is removed afterwards. */
export async function withAccount(form: Form, test: (account: Account) => Promise<void>): Promise<void> {
  const account = await newAccount(form);
  try {
    await test(account);
  } finally {
    await rm(dirname(account.home), { recursive: true, force: true });
  }
}

/** Makes an empty home, and a path on which nothing lies but the programs of the form. */
export async function newAccount({ programs }: Form): Promise<Account> {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-home-'));
  const [home, bin] = [join(folder, 'home'), join(folder, 'bin')];
  await mkdir(home);
  await mkdir(bin);
  for (const program of programs) {
    await symlink(program === 'node' ? process.execPath : pathOf(program), join(bin, program));
  }
  return { home, env: { HOME: home, PATH: bin } };
}

/** Runs a command of the form to its end. */
export async function run(
  { command: [program, ...before] }: Form,
  { home, env }: Account,
  args: readonly string[],
): Promise<Finished> {
  const child = spawn(program, [...before, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

export interface Serving {
  readonly url: string;
  readonly printed: string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Finished>;
}

/** Starts the service of the form, on any free port. */
export async function serve(
  { command: [program, ...before] }: Form,
  { home, env }: Account,
  extra: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const child = spawn(program, [...before, 'serve'], {
    cwd: home,
    env: { ...env, TIERPRESS_PORT: '0', TIERPRESS_RENDERERS: '1', ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { ready, ended } = watchService(child);
  return {
    ...(await ready),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Returns the paths of all files in a folder. */
export async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
