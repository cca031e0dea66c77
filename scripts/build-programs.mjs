// Bundles the programs that run, src/cli/main.ts and src/workers/worker.ts: hundreds of small files take longer to find and
// load than what is in them takes to run. Each becomes one script in dist/programs/, under a name that changes with its
// content, and what people start, dist/cli/main.js and dist/workers/worker.js, runs it (src/cli/run-program.ts).
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const programs = 'dist/programs';

/** They look for machine code beside their own files. */
const leftInPlace = ['@napi-rs/image', '@resvg/resvg-js', 'fs-native-extensions'];

/** A script cannot import: what stays outside of it is required. */
const required = {
  name: 'required',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(node:.+|${[...builtinModules, ...leftInPlace].join('|')})$`);
    onResolve({ filter }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
    );
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

/** Packages whose code is bundled, but which look for files beside their own: they are told where they lie. */
const inPlace = {
  name: 'in place',
  setup({ onLoad }) {
    const filter = /\/node_modules\/(sharp|harfbuzzjs)\/dist\/(\w+\.mjs|harfbuzz\.js)$/;
    onLoad({ filter }, async ({ path }) => {
      const [, name] = filter.exec(path);
      const code = await readFile(path, 'utf8');
      return { contents: code.replaceAll('import.meta.url', `urlOf('${name}')`), loader: 'js' };
    });
  },
};

const { outputFiles } = await build({
  entryPoints: { cli: 'src/cli/main.ts', renderer: 'src/workers/worker.ts' },
  outdir: programs,
  entryNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  plugins: [required, inPlace],
  // linebreak unpacks its table with it: 40 ms of a start, against one in Node's own.
  alias: { 'tiny-inflate': './scripts/inflate.cjs' },
  // Of a script it says nothing, so whoever runs it does.
  define: { 'import.meta.url': 'programUrl', 'import.meta.dirname': 'programFolder' },
  banner: { js: '(async (require, urlOf, programUrl, programFolder) => {' },
  footer: { js: '})' },
  // Stacks name the files and lines of src/.
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
});

for (const { path, contents } of outputFiles) await put(path, contents);
// What people start comes last: it names the programs.
await start('dist/cli/main.js', 'cli');
await start('dist/workers/worker.js', 'renderer');
// A script, its map, and what V8 has compiled of it.
const stemOf = (name) => name.split('.')[0];
const wanted = new Set(outputFiles.map(({ path }) => stemOf(basename(path))));
for (const name of await readdir(programs)) {
  if (!wanted.has(stemOf(name))) await rm(join(programs, name), { force: true });
}

async function start(file, program) {
  const script = outputFiles.find(
    ({ path }) => basename(path).startsWith(`${program}-`) && path.endsWith('.js'),
  );
  const folder = dirname(file);
  const lines = [
    '#!/usr/bin/env node',
    `import { runProgram } from './${relative(folder, 'dist/cli/run-program.js')}';`,
    `await runProgram(new URL('${relative(folder, script.path)}', import.meta.url));`,
  ];
  await put(file, `${lines.join('\n')}\n`);
}

/** Whole or not at all, for a service that starts at this moment. */
async function put(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, path);
}
