import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFolder } from '../../src/files/folder-lock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let dir: string;
let npm: ChildProcess | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-start-'));
});
afterEach(async () => {
  npm?.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

/** Runs `npm start` in a package with the real script, the built program, and another build: the real one takes long. */
async function npmStart(build: string) {
  const { scripts, ...rest } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(dir, 'build.mjs'), build);
  await writeFile(
    join(dir, 'package.json'),
    JSON.stringify({ ...rest, scripts: { start: scripts.start, build: 'node build.mjs && true' } }),
  );
  await mkdir(join(dir, 'scripts'));
  await cp(join(root, 'scripts/start.mjs'), join(dir, 'scripts/start.mjs'));
  await symlink(join(root, 'dist'), join(dir, 'dist'));
  const child = spawn('npm', ['start'], {
    cwd: dir,
    env: {
      ...process.env,
      TIERPRESS_DATA_DIR: join(dir, 'data'),
      TIERPRESS_PORT: '0',
      TIERPRESS_RENDERERS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  npm = child;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    says: (pattern: RegExp) => vi.waitFor(() => expect(output).toMatch(pattern), { timeout: 30_000 }),
    async terminate() {
      child.kill('SIGTERM');
      await ended;
      return output;
    },
  };
}

/** Returns whether a process exists and has not ended (a zombie has no command line). */
async function runs(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

describe('npm start', () => {
  it('says at once that it builds, serves, and takes the service with it on SIGTERM', async () => {
    const { says, terminate } = await npmStart('');
    await says(/^tierpress: building/m);
    await says(/tierpress is ready at /);
    expect(await lockFolder(join(dir, 'data'))).toBeUndefined();
    await terminate();
    const lock = await vi.waitFor(
      async () => (await lockFolder(join(dir, 'data'))) ?? expect.fail('still serving'),
      {
        timeout: 10_000,
      },
    );
    await lock.release();
  });

  it('ends its build on SIGTERM', async () => {
    const { says, terminate } = await npmStart(
      'console.log("pid", process.pid); setInterval(() => {}, 1000);',
    );
    await says(/pid \d+\n/);
    const output = await terminate();
    const pid = Number(/pid (\d+)/.exec(output)?.[1]);
    await vi.waitFor(async () => expect(await runs(pid)).toBe(false));
  });

  it('does not serve when the build fails', async () => {
    const { says, terminate } = await npmStart('console.log("no"); process.exit(3);');
    await says(/no\n/);
    expect(await terminate()).not.toContain('starting');
  });
});
