import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** TypeScript 5, which builds, and the newest, which has a folder of its own. */
const compilers = [import.meta.url, import.meta.resolve('typescript-newest/package.json')].map((from) => {
  const require = createRequire(realpathSync(fileURLToPath(from)));
  const packageFile = require.resolve('typescript/package.json');
  const { version }: { version: string } = require(packageFile);
  return { version, program: join(dirname(packageFile), 'bin/tsc') };
});
const [typescript5] = compilers;

const program = `
  import { createClient, TierpressError, type RenderRequest } from 'tierpress';

  export async function use(baseUrl: string, key: string) {
    const tierpress = createClient({ baseUrl, key, timeoutMs: 30_000 });
    const request = {
      theme: 'my-own',
      tracks: [{ title: 'S', color: '#ff7f7f' }],
      tiers: [{ title: 'S', items: ['Assam', { type: 'text', label: 'Sencha' }] }],
    } as const satisfies RenderRequest;
    const { imageUrl, warnings = [] } = await tierpress.render({ ...request, theme: 'paper' }, { idempotencyKey: '1' });
    const { themes } = await tierpress.describe();
    const refused: unknown = await tierpress.render(request).catch((error: unknown) => error);
    if (!(refused instanceof TierpressError)) throw new Error('the theme does not exist');
    return { imageUrl, warnings, themes, status: refused.status };
  }
`;

const mistakes = `
  import { type Client, createClient, type RenderAnswer } from 'tierpress';

  // @ts-expect-error: no address
  createClient({});
  const tierpress = createClient({ baseUrl: '' });
  // @ts-expect-error: an unknown field
  tierpress.render({ tiers: [], tittle: 'Teas' });
  // @ts-expect-error: a tier without items
  tierpress.render({ tiers: [{ title: 'S' }] });
  // @ts-expect-error: a title that is not a text
  tierpress.render({ tiers: [{ title: 1, items: [] }] });
  // @ts-expect-error: an item of an unknown type
  tierpress.render({ tiers: [{ title: 'S', items: [{ type: 'emoji', label: 'Tea' }] }] });
  // @ts-expect-error: an unknown format
  tierpress.render({ tiers: [], format: 'gif' });
  // @ts-expect-error: a number in place of a query
  tierpress.listTemplates(2);
  // @ts-expect-error: an unknown field of an answer
  export const misspelt = (answer: RenderAnswer) => answer.imageurl;

  type IsAny<T> = 0 extends 1 & T ? true : false;
  type HasAny<T> =
    IsAny<T> extends true ? true
    : T extends readonly (infer Entry)[] ? HasAny<Entry>
    : T extends object ? { [Name in keyof T]-?: HasAny<T[Name]> }[keyof T]
    : false;
  type MethodsWithAny = {
    [Method in keyof Client]: true extends HasAny<Awaited<ReturnType<Client[Method]>>> ? Method : never;
  }[keyof Client];
  export const none: [MethodsWithAny] extends [never] ? true : MethodsWithAny = true;
`;

const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: 'out',
};

let project: string;
let test: TestService;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'tierpress-user-'));
  const installed = join(project, 'node_modules/tierpress');
  await mkdir(join(installed, 'dist/client'), { recursive: true });
  await cp(join(root, 'package.json'), join(installed, 'package.json'));
  for (const name of await readdir(join(root, 'dist/client'))) {
    if (!name.startsWith('tierpress.')) continue;
    await cp(join(root, 'dist/client', name), join(installed, 'dist/client', name));
  }
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  for (const ending of ['ts', 'mts', 'cts']) {
    await writeFile(join(project, `use.${ending}`), program);
    await writeFile(join(project, `mistakes.${ending}`), mistakes);
  }
  const image = { bytes: Buffer.from('image'), width: 1080, height: 1440, warnings: [] };
  test = await startTestService({}, { renderers: fakeRenderers(async () => image) });
});
afterAll(async () => {
  await test.stop();
  await rm(project, { recursive: true, force: true });
});

/** Compiles files of the project, and returns what the compiler reports. */
async function compile(
  compiler: string | undefined,
  compilerOptions: object,
  files: readonly string[],
): Promise<string> {
  const config = join(project, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [compiler ?? '', '-p', config], { cwd: project }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

describe.each(compilers)('with TypeScript $version, the declarations', ({ program: compiler }) => {
  it.each([
    ['node16', { module: 'node16' }, ['mts', 'cts']],
    ['nodenext', { module: 'nodenext' }, ['mts', 'cts']],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['ts']],
    ['the types of Node', { module: 'nodenext', lib: ['es2022'], types: ['node'] }, ['mts', 'cts']],
  ])('compile with %s, and only for correct programs', async (_, options, endings) => {
    // The declarations of Node are not ours to check.
    const skipLibCheck = 'types' in options;
    const files = endings.flatMap((ending) => [`use.${ending}`, `mistakes.${ending}`]);
    expect(await compile(compiler, { ...strict, skipLibCheck, ...options }, files)).toBe('');
  });
});

it('compiled programs draw images, with import and with require', async () => {
  await compile(typescript5?.program, { ...strict, module: 'nodenext' }, ['use.mts', 'use.cts']);
  for (const ending of ['mjs', 'cjs']) {
    const main = `import('./out/use.${ending}')
      .then(({ use }) => use('${test.url}', '${test.key}'))
      .then((answer) => console.log(JSON.stringify(answer)));`;
    const { stdout } = await run(process.execPath, ['-e', main], { cwd: project });
    const { imageUrl, ...rest }: { imageUrl: string } = JSON.parse(stdout);
    expect(rest).toEqual({ warnings: [], themes: ['night', 'paper', 'arcade'], status: 400 });
    expect((await fetch(imageUrl)).status).toBe(200);
  }
});

it('a bundle for browsers contains the client and nothing of Node', async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['use.ts'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
  });
  expect(Object.keys(metafile.inputs)).toEqual(['node_modules/tierpress/dist/client/tierpress.js', 'use.ts']);
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  expect(outputFiles[0]?.text).not.toMatch(/\brequire\(|\bprocess\b|\bBuffer\b/);
});

it('the declarations agree with the types that the source infers from the endpoints', async () => {
  const source = await readFile(join(root, 'src/client/types.ts'), 'utf8');
  const names = [...source.matchAll(/^export type (\w+)/gm)].map(([, name]) => name);
  expect(names).toContain('RenderAnswer');
  // RenderRequest differs in `theme`, where the declaration also names the built-in themes.
  const checks = names.map((name) =>
    name === 'RenderRequest'
      ? `same<Omit<Declared.${name}, 'theme'>, Omit<Source.${name}, 'theme'>>(true);`
      : `same<Declared.${name}, Source.${name}>(true);`,
  );
  await writeFile(
    join(project, 'agreement.ts'),
    `import type * as Declared from 'tierpress';
    import type * as Source from '${join(root, 'src/client/index.ts')}';
    type Normal<T> = T extends object ? { [Name in keyof T]: Normal<T[Name]> } : T;
    type Exact<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    declare function same<A, B>(isSame: Exact<Normal<A>, Normal<B>>): void;
    ${checks.join('\n')}`,
  );
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const typeRoots = [join(root, 'node_modules/@types')];
  expect(await compile(typescript5?.program, { ...compilerOptions, typeRoots }, ['agreement.ts'])).toBe('');
});
