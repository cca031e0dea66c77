import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announcedAddress } from '../../src/files/folder-lock.ts';
import { killCli, runCli, type Serving, serveCli } from '../support/cli.ts';
import { lacks } from '../support/programs.ts';
import { costly, sampleOf } from '../support/runs.ts';

let dir: string;
let env: Record<string, string>;
const serving: Serving[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-serve-'));
  env = { TIERPRESS_DATA_DIR: dir };
});
afterEach(async () => {
  for (const one of serving.splice(0)) await one.end('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

async function serve(extra: Record<string, string> = {}): Promise<Serving> {
  const one = await serveCli({ ...env, ...extra });
  serving.push(one);
  return one;
}

async function statusWith(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tiers: [{ title: 'S', items: ['Tea'] }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Reads a file that may not exist. */
function textOf(name: string): string {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch {
    return '';
  }
}

/** Resolves with the process id of a renderer of the service on `dir`, as soon as there is one besides `known`. */
async function nextRenderer(known: readonly number[]): Promise<number> {
  for (;;) {
    const found = readdirSync('/proc').find((pid) => !known.includes(Number(pid)) && isRenderer(pid));
    if (found !== undefined) return Number(found);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isRenderer(pid: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('worker.js') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dir);
  } catch {
    return false;
  }
}

const keyIn = (printed: string) => /sk_live_[0-9A-Za-z]{38}/.exec(printed)?.[0] ?? '';

describe('tierpress serve', () => {
  it.skipIf(lacks('curl'))(
    'prints a key and a working curl command on the first start, and never again',
    async () => {
      const first = await serve();
      expect(first.printed).toContain('owner@localhost');
      const [command = ''] = /^curl .*?'\n$/ms.exec(first.printed) ?? [];
      const { stdout } = await promisify(execFile)('sh', ['-c', command]);
      const answer = JSON.parse(stdout);
      expect(answer).toMatchObject({ success: true, title: 'Hot drinks', width: 1080, height: 1440 });
      expect((await fetch(answer.imageUrl)).status).toBe(200);

      const key = keyIn(first.printed);
      const ended = await first.end('SIGTERM');
      expect(ended.code).toBe(0);
      expect(ended.stderr).not.toContain(key.slice(8, 40));
      for (const line of ended.stderr.trim().split('\n'))
        expect(JSON.parse(line)).toMatchObject({ name: 'tierpress' });

      const second = await serve();
      expect(second.printed).toMatch(/^tierpress keeps its data in \S+\ntierpress is ready at \S+\n$/);
      expect(await statusWith(second.url, key)).toBe(200);
      expect((await fetch(second.url + answer.imagePath)).status).toBe(200);
      expect((await second.end('SIGINT')).code).toBe(0);
    },
  );

  it.each(
    sampleOf<[string, () => boolean]>([
      ['when the link exists', () => /"passwordLink": \{/.test(textOf('keys.json'))],
      ['when the key exists', () => /sk_live_/.test(textOf('keys.json'))],
      ['when the account exists', () => existsSync(join(dir, 'keys.json'))],
      // The first file is there for a moment only, and the second comes after it.
      [
        'before the account exists',
        () => ['first-start', 'keys.json'].some((name) => existsSync(join(dir, name))),
      ],
    ]),
  )('prints a key that works after a first start that was killed %s', async (_, isDue) => {
    const cutOff = await killCli(env, isDue);
    const one = await serve();
    // The process may have got further before it was killed.
    const told = cutOff + one.printed;
    expect(await statusWith(one.url, keyIn(told))).toBe(200);
    expect(told).toContain('/password#');
    await one.end('SIGTERM');
    expect((await serve()).printed).not.toContain('sk_live_');
  });

  it('replaces a renderer that is killed while it warms up', async () => {
    const starting = serve();
    process.kill(await nextRenderer([]), 'SIGKILL');
    const { url, printed } = await starting;
    expect(await statusWith(url, keyIn(printed))).toBe(200);
  });

  it('exits with one line and the reason when no renderer survives its start', costly, async () => {
    const ended = serveCli(env).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const killed: number[] = [];
    while (killed.length < 3) {
      const pid = await nextRenderer(killed);
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
    }
    const [first, ...lines] = (await ended).trim().split('\n');
    expect(first).toMatch(/^ended with 1: /);
    const reason = 'a renderer failed to start 3 times in a row: the renderer process crashed (SIGKILL)';
    expect(lines.at(-1)).toBe(`tierpress: ${reason}`);
    for (const line of lines.slice(0, -1)) expect(() => JSON.parse(line), line).not.toThrow();
  });

  it('refuses a second process on the same data directory', async () => {
    await serve();
    const { code, stderr } = await runCli(['serve'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tierpress: .* is in use by another tierpress\. .*\n$/);
  });

  it('writes files that only their owner can read', async () => {
    await serve();
    for (const [name, mode] of [
      ['keys.json', 0o600],
      ['secret', 0o600],
      ['lock', 0o600],
      ['images', 0o700],
      ['control', 0o700],
      ['control/socket', 0o600],
    ] as const) {
      expect((await stat(join(dir, name))).mode & 0o777, name).toBe(mode);
    }
  });

  it.each([
    [
      'a broken config.json',
      async () => writeFile(join(dir, 'config.json'), '{"prot": 1}'),
      /config\.json: prot: no such setting; did you mean "port"\?/,
    ],
    [
      'a broken template',
      async () => {
        await mkdir(join(dir, 'templates'));
        await writeFile(join(dir, 'templates', '1.json'), '{}');
        env['TIERPRESS_TEMPLATES_DIR'] = join(dir, 'templates');
      },
      /1\.json: /,
    ],
    [
      'a folder that cannot be created',
      async () => {
        env['TIERPRESS_DATA_DIR'] = '/dev/null/data';
      },
      /ENOTDIR/,
    ],
  ])('reports in one line what is wrong with %s', async (_, damage, message) => {
    await damage();
    const { code, stdout, stderr } = await runCli(['serve'], env);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('starts renderers that read no certificates', async () => {
    const one = await serve({ NODE_EXTRA_CA_CERTS: join(dir, 'missing.pem') });
    const { stderr } = await one.end('SIGTERM');
    // Node.js warns in each process that reads the certificates: at its start, or in later versions at its first
    // connection.
    expect((stderr.match(/extra certs/g) ?? []).length).toBeLessThanOrEqual(1);
  });

  it('reports a port that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await runCli(['serve'], { ...env, TIERPRESS_PORT: port });
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/EADDRINUSE/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(
      JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8').catch(() => '{"accounts":[]}')),
    ).toMatchObject({
      accounts: [],
    });
  });
});

describe('users and keys', () => {
  it('can be changed while no service runs', async () => {
    const added = await runCli(['users', 'add', 'Ann@Example.org', '--plan', 'creator', '--admin'], env);
    expect(added).toEqual({
      code: 0,
      stdout: 'added ann@example.org on the plan creator, an admin\n',
      stderr: '',
    });
    const created = await runCli(['keys', 'create', '--user', 'ann@example.org'], env);
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^sk_live_[0-9A-Za-z]{38}\n$/);
    const one = await serve();
    expect(one.printed).not.toContain('sk_live_');
    expect(await statusWith(one.url, created.stdout.trim())).toBe(200);
  });

  it('can be changed while the service runs, with immediate effect', async () => {
    const one = await serve();
    expect((await runCli(['users', 'add', 'ann@example.org'], env)).stdout).toBe(
      'added ann@example.org on the plan free\n',
    );
    const { stdout } = await runCli(
      ['keys', 'create', '--user', 'ann@example.org', '--name', 'bot', '--json'],
      env,
    );
    const created = JSON.parse(stdout);
    expect(created).toMatchObject({ name: 'bot', id: expect.stringMatching(/^key_/) });
    expect(await statusWith(one.url, created.key)).toBe(200);

    const twice = await runCli(['users', 'add', 'ann@example.org'], env);
    expect(twice).toMatchObject({ code: 1, stdout: '' });
    expect(twice.stderr).toBe(
      'tierpress: email: there is an account with the address ann@example.org already\n',
    );
    await one.end('SIGTERM');
    const document = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8'));
    expect(document.accounts.map((account: { email: string }) => account.email)).toEqual([
      'owner@localhost',
      'ann@example.org',
    ]);
  });

  it(
    'are refused by a service that is stopped (SIGSTOP), within seconds and in one line',
    costly,
    async () => {
      const { pid } = await serve();
      process.kill(pid, 'SIGSTOP');
      const { code, stdout, stderr } = await runCli(['keys', 'create', '--user', 'owner@localhost'], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^tierpress: The running service did not answer within 5 s; .*\n$/);
    },
  );

  it('get links that set a password once, whether or not the service runs', async () => {
    const redeem = async (url: string, link: string) => {
      const [, token] = /#([\w-]{43})$/.exec(link.trim()) ?? [];
      const answer = await fetch(`${url}/api/v1/password`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, password: 'correct horse battery' }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const makeLink = () => runCli(['users', 'link', 'ann@example.org'], env);
    expect((await makeLink()).stderr).toBe(
      'tierpress: user: there is no account with the address ann@example.org\n',
    );
    await runCli(['users', 'add', 'ann@example.org'], env);
    const early = await makeLink();
    expect(early).toMatchObject({ code: 0, stderr: expect.stringMatching(/^It works once, until \d{4}-/) });
    const one = await serve();
    const late = await makeLink();
    expect(await redeem(one.url, early.stdout)).toBe(401);
    expect(await redeem(one.url, late.stdout)).toBe(200);
    expect(await redeem(one.url, late.stdout)).toBe(401);
    expect((await makeLink()).code).toBe(0);
  });

  it('can be changed by many commands at once', async () => {
    const emails = Array.from({ length: 4 }, (_, i) => `user${i}@example.org`);
    const added = await Promise.all(emails.map((email) => runCli(['users', 'add', email], env)));
    expect(added.map(({ code }) => code)).toEqual(emails.map(() => 0));
    const document = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8'));
    expect(document.accounts).toHaveLength(4);
  });

  it('reach a service whose data directory lies too deep for a socket', async () => {
    env['TIERPRESS_DATA_DIR'] = join(dir, 'a'.repeat(60), 'b'.repeat(60));
    const one = await serve();
    const { stdout } = await runCli(['keys', 'create', '--user', 'owner@localhost'], env);
    expect(await statusWith(one.url, stdout.trim())).toBe(200);
    await one.end('SIGTERM');
  });

  it.each(
    sampleOf<[string, () => Promise<unknown>]>([
      ['the next start', () => serve().then((next) => next.end('SIGTERM'))],
      ['the next command', () => runCli(['keys', 'create', '--user', 'owner@localhost'], env)],
    ]),
  )(
    'leave no socket of such a service in the temporary folder when it was killed, after %s',
    async (_, next) => {
      const deep = join(dir, 'a'.repeat(60), 'b'.repeat(60));
      env['TIERPRESS_DATA_DIR'] = deep;
      const one = await serve();
      const address = (await announcedAddress(deep)) ?? '';
      await one.end('SIGKILL');
      expect(existsSync(address)).toBe(true);
      await next();
      expect(existsSync(dirname(address))).toBe(false);
    },
  );

  it.each([
    [['users', 'add', 'nobody'], 1, /^tierpress: email: must be an e-mail address/],
    [
      ['keys', 'create', '--user', 'nobody@example.org'],
      1,
      /^tierpress: user: there is no account with the address/,
    ],
    [['users', 'add', 'ann@example.org', '--plan', 'gold'], 2, /--plan.*Allowed choices are free, creator/],
    [['users', 'add'], 2, /missing required argument 'email'/],
    [['keys', 'create'], 2, /required option '--user <email>' not specified/],
    [['users'], 2, /Usage: tierpress users/],
  ])('%j is refused', async (args, code, message) => {
    const result = await runCli(args, env);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});
