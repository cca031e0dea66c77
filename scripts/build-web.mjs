// Bundles the assets of pages, src/web/client/*.{ts,tsx,css}, into dist/web/assets/ under names with a hash of their
// content, also compressed, and writes the list of names.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundledPackages, writeNotices } from './notices.mjs';
import { replaceFile } from './replace-file.mjs';

const client = 'src/web/client';
const out = 'dist/web/assets';

/** Compressors by file extension. */
const compressions = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
};

await mkdir(out, { recursive: true });
const entries = (await readdir(client)).filter(
  (name) => /\.(tsx?|css)$/.test(name) && !name.endsWith('.d.ts'),
);
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
  names[builtName(basename(entryPoint))] = basename(path);
}
for (const name of entries) {
  if (!names[builtName(name)]) throw new Error(`${name} was not built`);
}
await replaceFile(join(out, 'names.json'), `${JSON.stringify(names)}\n`);
for (const name of await readdir(out)) {
  if (!wanted.has(name)) await rm(join(out, name), { force: true });
}
await writeNotices('dist/web', bundledPackages(built.map(({ metafile }) => metafile)));

function bundle(entry) {
  return build({
    entryPoints: [entry],
    outdir: out,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** A file whose name contains the hash of its content is already up to date. */
async function keep(name, make) {
  wanted.add(name);
  if (!existsSync(join(out, name))) await replaceFile(join(out, name), make());
}

function builtName(source) {
  return source.replace(/\.tsx?$/, '.js');
}
