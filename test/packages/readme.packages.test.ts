import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { watchService } from '../support/watch-service.ts';

const readme = await readFile(join(inject('root'), 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** Returns the only block of commands that contains these words. */
function blockWith(words: string): string {
  const found = blocks.filter((block) => block.includes(words));
  expect(found.length, words).toBe(1);
  return found[0] ?? '';
}

/** The path of somebody who has Node.js in a place of their own. */
const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tierpress-readme-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

function start(commands: string, env: Readonly<Record<string, string>> = {}) {
  // A process group of its own, as in a terminal: a signal reaches the service under npx, too.
  return spawn('bash', ['-euc', commands], {
    cwd: home,
    env: { PATH: path, HOME: home, TIERPRESS_PORT: '0', npm_config_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

async function run(commands: string, env: Readonly<Record<string, string>> = {}) {
  const child = start(commands, env);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/** Follows the README from the start of the service to the first image. */
async function follow(commands: string): Promise<void> {
  const child = start(commands);
  const { ready, ended } = watchService(child);
  try {
    const { url, printed } = await ready;
    const [key = ''] = /\bsk_live_\w+/.exec(printed) ?? [];
    const request = blockWith('curl http')
      .replace(/sk_live_\S+/, key)
      .replace('http://localhost:3000', url);
    expect(request).toContain(key);
    const { stdout } = await run(request);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ success: true });
    expect((await fetch(url + answer.imagePath)).headers.get('Content-Type')).toBe('image/webp');
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

it('the ways to start take two lines at most', () => {
  for (const words of ['npx tierpress serve', 'tar xzf', 'chmod +x']) {
    expect(blockWith(words).trim().split('\n').length).toBeLessThanOrEqual(2);
  }
});

it('the npm package starts and draws as it says', async () => {
  await symlink(join(inject('installed'), 'node_modules'), join(home, 'node_modules'));
  await follow(blockWith('npx tierpress serve'));
  expect(await run(blockWith('npx tierpress render'))).toMatchObject({ code: 0 });
  expect(await readdir(home)).toContain('tier-list.png');
});

it('the folder starts as it says', async () => {
  const archive = (await readdir(inject('release'))).find((name) => name.endsWith('-linux-x64.tar.gz'));
  await symlink(join(inject('release'), archive ?? ''), join(home, archive ?? ''));
  await follow(blockWith('tar xzf'));
});

it('the single executable starts as it says', async () => {
  await cp(inject('singleFile'), join(home, basename(inject('singleFile'))));
  await follow(blockWith('chmod +x'));
});
