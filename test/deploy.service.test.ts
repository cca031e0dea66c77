import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../src/api/http/metrics.ts';
import { createProgram } from '../src/cli/program.ts';
import { readConfig } from '../src/config/config.ts';
import { settings } from '../src/config/settings.ts';
import { defaultPlans } from '../src/model/plan.ts';
import { watchService } from './support/watch-service.ts';

const root = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const unitFile = read('deploy/tierpress.service');
const operating = read('docs/operating.md');
const documents = [
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/tierpress.service',
  'docs/operating.md',
];
/** Where the image holds the release folder. */
const installed = '/opt/tierpress';
/** Node.js 24 for Linux on x64, as releases have it. */
const nodeMegabytes = 127;
/** All layers of gcr.io/distroless/cc-debian12. */
const baseMegabytes = 25;
const defaults = { dataDir: '/data', templatesDir: '/templates', renderers: 1 };

const packageSchema = v.object({
  bin: v.object({ tierpress: v.string() }),
  files: v.array(v.string()),
  scripts: v.record(v.string(), v.string()),
});
const { bin, files, scripts } = v.parse(packageSchema, JSON.parse(read('package.json')));

const program = createProgram({
  env: {},
  version: '0.0.0-test',
  print: () => undefined,
  complain: () => undefined,
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stopSignal: () => new Promise(() => undefined),
});
const commands = program.commands.flatMap((command) =>
  command.commands.length === 0
    ? [command.name()]
    : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
);

interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** Returns the instructions of each stage, without comments. */
const stages = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): Instruction => {
    const [, name = '', value = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    return { name, value };
  })
  .reduce<Instruction[][]>((found, instruction) => {
    if (instruction.name === 'FROM') found.push([]);
    found.at(-1)?.push(instruction);
    return found;
  }, []);
const image = stages.at(-1) ?? [];

const valuesOf = (name: string) =>
  image.filter((instruction) => instruction.name === name).map(({ value }) => value);

/** Returns the arguments of an instruction in exec form. */
const wordsOf = (value: string) => v.parse(v.array(v.string()), JSON.parse(value));

const imageEnvironment = Object.fromEntries(
  valuesOf('ENV').map((value) => [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)]),
);
const startCommand = [...valuesOf('ENTRYPOINT'), ...valuesOf('CMD')].flatMap(wordsOf);
const healthCommand = valuesOf('HEALTHCHECK').flatMap((value) =>
  wordsOf(value.slice(value.indexOf('CMD ') + 4)),
);

/** Returns the values of a systemd unit by directive; a directive may occur more than once. */
const unit = new Map<string, string[]>();
for (const [, name = '', value = ''] of unitFile.matchAll(/^([A-Z]\w+)=(.*)$/gm)) {
  unit.set(name, [...(unit.get(name) ?? []), value]);
}
const directive = (name: string) => unit.get(name)?.join(' ');

describe('the deployment', () => {
  it.each(documents)('file %s names only existing settings', (path) => {
    const names = [...new Set(read(path).match(/\bTIERPRESS_[A-Z_]*[A-Z]/g))];
    expect(names).not.toEqual([]);
    const asked = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(asked, undefined, defaults).warnings).toEqual([]);
  });

  it.each(documents)('file %s names only existing npm scripts and commands', (path) => {
    const content = read(path);
    for (const [, script = ''] of content.matchAll(/\bnpm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(script);
    }
    const code = content.match(/```sh\n.*?```|^(# {3}|ExecStart=)[^\n]*$/gms)?.join('\n') ?? '';
    // In `docker build -t tierpress` and `docker exec tierpress` it is the name of an image or a container.
    const called = [...code.matchAll(/(?:main\.js|(?<!-t |exec )\btierpress) ([a-z]+(?: [a-z]+)?)(?=\s|$)/g)];
    expect(called).not.toEqual([]);
    for (const [, words = ''] of called) {
      const [first = ''] = words.split(' ');
      expect(commands).toContain(commands.includes(first) ? first : words);
    }
  });
});

describe('the container image', () => {
  it('holds the build context, which is a release folder, and an empty folder for the data', () => {
    expect(valuesOf('COPY')).toEqual([`. ${installed}`, '--from=base --chown=1000:1000 /home/nonroot /data']);
    expect(valuesOf('WORKDIR')).toEqual([installed]);
    // The base has no shell.
    expect(valuesOf('RUN')).toEqual([]);
    expect(dockerfile).toContain('build/release/tierpress-*-linux-x64\n');
  });

  it('runs the command line as an unprivileged user, with its data in a volume', () => {
    expect(startCommand).toEqual([`${installed}/node/bin/node`, `${installed}/${bin.tierpress}`, 'serve']);
    expect(commands).toContain('serve');
    expect(valuesOf('USER')).toEqual(['1000:1000']);
    expect(valuesOf('VOLUME')).toEqual([imageEnvironment['TIERPRESS_DATA_DIR']]);
    const { config } = readConfig(imageEnvironment, undefined, defaults);
    expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
    expect(valuesOf('EXPOSE')).toEqual([String(config.port)]);
  });
});

/** Returns the paths of the files of a release folder, except Node.js and the launcher, as they lie in this checkout. */
async function releaseFiles(): Promise<readonly string[]> {
  const patterns = ['LICENSE', 'package.json', ...files].map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
  );
  const entries = await Promise.all(
    ['data', 'dist'].map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  const own = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const description = join(root, 'scripts/release/runtime-files.mjs');
  const { dependencyFiles } = await import(/* @vite-ignore */ description);
  const platform = { os: process.platform, cpu: process.arch };
  const dependencies = v.parse(v.array(v.string()), await dependencyFiles(root, platform));
  const lockSchema = v.object({ packages: v.record(v.string(), v.object({ dev: v.optional(v.boolean()) })) });
  const { packages } = v.parse(lockSchema, JSON.parse(read('package-lock.json')));
  const production = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true);
  return [
    ...['LICENSE', 'package.json', ...own].filter((path) => patterns.some((pattern) => pattern.test(path))),
    ...dependencies.filter((file) => production.some((path) => file.startsWith(`${path}/`))),
  ];
}

describe('a folder with the files of the image', () => {
  let folder = '';
  let paths: readonly string[] = [];
  const inFolder = (path: string) => path.replace(/^\/(?=opt\/)/, `${folder}/`);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tierpress-image-'));
    paths = await releaseFiles();
    for (const path of paths) {
      const to = join(inFolder(installed), path);
      await mkdir(dirname(to), { recursive: true });
      await copyFile(join(root, path), to);
    }
    await mkdir(inFolder(`${installed}/node/bin`), { recursive: true });
    await symlink(process.execPath, inFolder(`${installed}/node/bin/node`));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = ([command = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) => {
    const child = spawn(inFolder(command), args.map(inFolder), {
      cwd: inFolder(installed),
      env: {
        ...imageEnvironment,
        TIERPRESS_HOST: '127.0.0.1',
        TIERPRESS_DATA_DIR: join(folder, 'data'),
        TIERPRESS_RENDERERS: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
  };

  it('starts, is healthy, draws, writes only to the volume, and stops on a signal', async () => {
    const contents = async () => (await readdir(inFolder('/opt'), { recursive: true })).sort();
    const before = await contents();
    const { child, ended } = start(startCommand, { TIERPRESS_PORT: '0' });
    const { url, printed } = await watchService(child).ready;
    const { port } = new URL(url);
    expect(await start(healthCommand, { TIERPRESS_PORT: port }).ended).toBe(0);
    expect(await start(healthCommand, { PORT: port }).ended).toBe(0);
    const answer = await fetch(`${url}/api/v1/render`, {
      method: 'POST',
      headers: {
        'X-API-Key': /\bsk_live_\w+/.exec(printed)?.[0] ?? '',
        'Content-Type': 'application/json',
      },
      body: read('examples/template.json'),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ success: true })]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await start(healthCommand, { TIERPRESS_PORT: port }).ended).toBe(1);
    expect(await contents()).toEqual(before);
  });

  it('takes at most 340 MB together with Node.js and the base', async () => {
    const sizes = await Promise.all(paths.map(async (path) => (await stat(join(root, path))).size));
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    expect(megabytes).toBeGreaterThan(100);
    expect(megabytes + nodeMegabytes + baseMegabytes).toBeLessThanOrEqual(340);
  });
});

describe('the systemd unit', () => {
  it('starts the launcher of the release folder that its opening comment unpacks', () => {
    expect(directive('WorkingDirectory')).toBe(installed);
    expect(directive('ExecStart')).toBe(`${installed}/tierpress serve`);
    expect(unitFile).toContain(`ln -sfn tierpress-<version>-linux-x64 ${installed}\n`);
    expect(unitFile).toContain('cp deploy/tierpress.service ');
  });

  it('stores the data in the only writable folder', () => {
    expect(directive('Environment')).toBe(`TIERPRESS_DATA_DIR=/var/lib/${directive('StateDirectory')}`);
    expect(directive('ProtectSystem')).toBe('strict');
    expect(directive('NoNewPrivileges')).toBe('yes');
    expect(directive('User')).toBe('tierpress');
  });

  it('leaves the service the permissions and the time it needs', () => {
    // V8 writes machine code at run time.
    expect(unit.has('MemoryDenyWriteExecute')).toBe(false);
    // Longer than the 20 s in which the service finishes requests in progress.
    expect(Number(directive('TimeoutStopSec'))).toBeGreaterThan(20);
    expect(directive('RestrictAddressFamilies')?.split(' ')).toEqual(
      expect.arrayContaining(['AF_UNIX', 'AF_INET', 'AF_INET6']),
    );
  });
});

describe('docs/operating.md', () => {
  it('describes every setting', () => {
    const missing = Object.keys(settings).filter((name) => !operating.includes(`| \`${name}\` |`));
    expect(missing).toEqual([]);
  });

  it('describes every metric, and no other', async () => {
    const none = { warm: 0, busy: 0, active: 0, waiting: 0 };
    const metrics = createMetrics({
      renderers: () => none,
      rendererQueue: () => 0,
      photoGate: () => none,
      imageBytes: () => 0,
    });
    const there = [...(await metrics.text()).matchAll(/^# TYPE (tierpress_\w+) /gm)].map(([, name]) => name);
    const told = operating.match(/\btierpress_[a-z_]+/g)?.map((name) => name.replace(/_bucket$/, ''));
    expect([...new Set(told)].sort()).toEqual(there.sort());
  });

  it('shows the default plans, in a form that the file accepts', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(operating) ?? [];
    expect(readConfig({}, json, defaults).config.plans).toEqual(defaultPlans);
  });

  it('links only to existing targets', () => {
    const links = [...operating.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)];
    const headings = [...operating.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    expect(links).not.toEqual([]);
    for (const [, path = '', anchor] of links) {
      expect([path, existsSync(join(root, 'docs', path))]).toEqual([path, true]);
      if (path === '' && anchor !== undefined) expect(headings).toContain(anchor);
    }
  });
});
