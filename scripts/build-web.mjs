// Bundles what pages load, src/web/client/*.{ts,tsx,css}, into dist/web/assets/ under names that change with their
// content, each also compressed, and writes down which name is whose.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeNotices } from './notices.mjs';

const client = 'src/web/client';
const out = 'dist/web/assets';

/** By the ending of the compressed file. Brotli at 11 makes the viewer 9 % smaller and takes 4 s instead of 0.2 s. */
const compressions = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
};

await mkdir(out, { recursive: true });
const entries = (await readdir(client)).filter(
  (name) => /\.(tsx?|css)$/.test(name) && !name.endsWith('.d.ts'),
);
// Each by itself: in parts that pages share, a page would wait for one more file.
const built = await Promise.all(entries.map((name) => bundle(join(client, name))));

const wanted = new Set(['names.json']);
for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles)) {
  await keep(basename(path), () => contents);
  for (const [ending, compress] of Object.entries(compressions)) {
    await keep(`${basename(path)}.${ending}`, () => compress(contents));
  }
}

const names = {};
for (const [path, { entryPoint }] of built.flatMap(({ metafile }) => Object.entries(metafile.outputs))) {
  // What a script loads later has no name of its own but its file's.
  names[entryPoint ? builtName(basename(entryPoint)) : basename(path)] = basename(path);
}
for (const name of entries) {
  if (!names[builtName(name)]) throw new Error(`${name} was not built`);
}
await put('names.json', `${JSON.stringify(names)}\n`);
for (const name of await readdir(out)) {
  if (!wanted.has(name)) await rm(join(out, name), { force: true });
}
await writeNotices(
  'dist/web/THIRD-PARTY-NOTICES.txt',
  built.map(({ metafile }) => metafile),
);

function bundle(entry) {
  return build({
    entryPoints: [entry],
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // What is imported later is a file of its own.
    splitting: true,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** What lies there under a name that tells its content is that content already. */
async function keep(name, make) {
  wanted.add(name);
  if (!existsSync(join(out, name))) await put(name, make());
}

/** Whole or not at all, for a service that starts at this moment. */
async function put(name, content) {
  const temporary = `.${name}.${process.pid}`;
  await writeFile(join(out, temporary), content);
  await rename(join(out, temporary), join(out, name));
}

function builtName(source) {
  return source.replace(/\.tsx?$/, '.js');
}
