import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../src/api/http/metrics.ts';
import { createProgram } from '../src/cli/program.ts';
import { readConfig } from '../src/config/config.ts';
import { settings } from '../src/config/settings.ts';
import { defaultPlans } from '../src/model/plan.ts';
import { inFull } from './support/runs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const unitFile = read('deploy/tierpress.service');
const operating = read('docs/operating.md');
const defaults = { dataDir: '/data', templatesDir: '/templates', renderers: 1 };

const packageSchema = v.object({
  bin: v.object({ tierpress: v.string() }),
  scripts: v.record(v.string(), v.string()),
});
const { bin, scripts } = v.parse(packageSchema, JSON.parse(read('package.json')));
const buildSchema = v.object({ compilerOptions: v.object({ rootDir: v.string(), outDir: v.string() }) });
const build = v.parse(buildSchema, JSON.parse(read('tsconfig.build.json'))).compilerOptions;

const program = createProgram({
  env: {},
  version: '0.0.0-test',
  print: () => undefined,
  complain: () => undefined,
  readStdin: async () => Buffer.alloc(0),
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
const [builder = [], image = []] = stages;

const valuesOf = (stage: readonly Instruction[], name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ value }) => value);

interface Copy {
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

function copiesOf(stage: readonly Instruction[]): readonly Copy[] {
  return valuesOf(stage, 'COPY').map((value) => {
    const words = value.split(/ +/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

/** Returns the arguments of an instruction in exec form. */
const wordsOf = (value: string) => v.parse(v.array(v.string()), JSON.parse(value));

const imageEnvironment = Object.fromEntries(
  valuesOf(image, 'ENV').map((value) => [
    value.slice(0, value.indexOf('=')),
    value.slice(value.indexOf('=') + 1),
  ]),
);
const startCommand = [...valuesOf(image, 'ENTRYPOINT'), ...valuesOf(image, 'CMD')].flatMap(wordsOf);
const healthCommand = valuesOf(image, 'HEALTHCHECK').flatMap((value) =>
  wordsOf(value.slice(value.indexOf('CMD ') + 4)),
);

/** Returns the values of a systemd unit by directive; a directive may occur more than once. */
const unit = new Map<string, string[]>();
for (const [, name = '', value = ''] of unitFile.matchAll(/^([A-Z]\w+)=(.*)$/gm)) {
  unit.set(name, [...(unit.get(name) ?? []), value]);
}
const directive = (name: string) => unit.get(name)?.join(' ');

describe('the deployment', () => {
  it.each([
    ['deploy/Dockerfile', dockerfile],
    ['deploy/tierpress.service', unitFile],
    ['docs/operating.md', operating],
  ])('file %s names only existing settings', (_, content) => {
    const names = [...new Set(content.match(/\bTIERPRESS_[A-Z_]*[A-Z]/g))];
    expect(names).not.toEqual([]);
    const asked = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(asked, undefined, defaults).warnings).toEqual([]);
  });

  it.each([
    ['deploy/Dockerfile', dockerfile],
    ['deploy/tierpress.service', unitFile],
    ['docs/operating.md', operating],
  ])('file %s names only existing npm scripts and commands', (_, content) => {
    for (const [, script = ''] of content.matchAll(/\bnpm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(script);
    }
    const called = [...content.matchAll(/(?:main\.js|tierpress:\/data tierpress) ([a-z]+(?: [a-z]+)?)/g)];
    expect(called).not.toEqual([]);
    for (const [, words = ''] of called) {
      const [first = ''] = words.split(' ');
      expect(commands).toContain(commands.includes(first) ? first : words);
    }
  });
});

describe('the container image', () => {
  it('copies only files that exist and that .dockerignore allows', () => {
    const [all, ...exceptions] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const fromHere = [...copiesOf(builder), ...copiesOf(image)].filter(({ from }) => from === undefined);
    const sources = [...new Set(fromHere.flatMap((copy) => copy.sources))];
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(all).toBe('*');
    expect(exceptions.sort()).toEqual(sources.map((source) => `!${source}`).sort());
  });

  it('copies nothing that a running service has written', () => {
    const data = copiesOf(image).flatMap(({ sources }) =>
      sources.filter((source) => /^\.?\/?(data|\.)\b/.test(source)),
    );
    expect(data).toEqual(['data/glyphs', 'data/schema', 'data/templates']);
  });

  it('copies from the builder only what the builder makes', () => {
    const runs = valuesOf(builder, 'RUN');
    expect(runs).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev']);
    expect(copiesOf(builder).flatMap(({ sources }) => sources)).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'tsconfig.build.json',
        build.rootDir,
      ]),
    );
    expect(valuesOf(builder, 'FROM')).toEqual(['node:22-slim AS builder']);
    const made = copiesOf(image).filter(({ from }) => from === 'builder');
    expect(made.flatMap(({ sources }) => sources)).toEqual(['/app/node_modules', `/app/${build.outDir}`]);
    expect(valuesOf(builder, 'WORKDIR')).toEqual(['/app']);
    expect(valuesOf(image, 'WORKDIR')).toEqual(['/app']);
  });

  it('runs the command line as an unprivileged user, with its data in a volume', () => {
    expect(startCommand).toEqual(['node', bin.tierpress, 'serve']);
    expect(commands).toContain('serve');
    expect(valuesOf(image, 'USER')).toEqual(['node']);
    expect(valuesOf(image, 'VOLUME')).toEqual([imageEnvironment['TIERPRESS_DATA_DIR']]);
    const { config } = readConfig(imageEnvironment, undefined, defaults);
    expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
    expect(valuesOf(image, 'EXPOSE')).toEqual([String(config.port)]);
  });
});

/** @param made the folder of the builder */
async function putTogether(copies: readonly Copy[], folder: string, made: string): Promise<void> {
  for (const { from, sources, target } of copies) {
    for (const source of sources) {
      const path = source.replace(/^\/app\//, '');
      const to = target.endsWith('/') ? join(folder, target, path) : join(folder, target);
      await mkdir(dirname(to), { recursive: true });
      if (path === 'node_modules') await symlink(join(root, path), to);
      else await cp(join(from === undefined ? root : made, path), to, { recursive: true });
    }
  }
}

describe('a folder with the files of the image', () => {
  let folder = '';
  const app = () => join(folder, 'app');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tierpress-image-'));
    const made = join(folder, 'builder');
    await putTogether(copiesOf(builder), made, made);
    await symlink(join(root, 'node_modules'), join(made, 'node_modules'));
    // Building takes a third of a minute, and proves that the builder copies all that the build reads.
    if (inFull) await promisify(execFile)('npm', ['run', 'build'], { cwd: made });
    else await cp(join(root, build.outDir), join(made, build.outDir), { recursive: true });
    await putTogether(copiesOf(image), app(), made);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = ([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) => {
    expect(program).toBe('node');
    const child = spawn(process.execPath, args, {
      cwd: app(),
      env: {
        PATH: process.env['PATH'] ?? '',
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

  it('starts, is healthy, draws, and stops on a signal', async () => {
    const { child, ended } = start(startCommand, { TIERPRESS_PORT: '0' });
    const complaints = text(child.stderr);
    let printed = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        const [, address] = /ready at (\S+)\n/.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
      void ended.then(async (code) => reject(new Error(`ended with ${code}: ${await complaints}`)));
    });
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
  });
});

describe('the systemd unit', () => {
  it('starts the command line at the path that its opening comment names', () => {
    const [node = '', script = '', ...args] = directive('ExecStart')?.split(' ') ?? [];
    expect(node).toMatch(/^\/.*\/node$/);
    expect(script).toBe(`${directive('WorkingDirectory')}/${bin.tierpress}`);
    expect(args).toEqual(['serve']);
    expect(bin.tierpress.startsWith(`${build.outDir}/`)).toBe(true);
    expect(existsSync(join(root, bin.tierpress))).toBe(true);
    expect(unitFile).toContain(`cd ${directive('WorkingDirectory')} && npm ci && npm run build`);
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
