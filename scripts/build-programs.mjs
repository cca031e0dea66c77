// Bundles the programs that run, src/cli/main.ts and src/render/worker.ts, into dist/: hundreds of small files take longer
// to find and load than what is in them takes to run. What a program asks for later (`await import`) stays apart in
// dist/chunks/, under names that change with their content.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const chunks = 'dist/chunks';

/** They look for files beside their own: machine code, WebAssembly. */
const leftInPlace = ['@napi-rs/image', '@resvg/resvg-js', 'fs-native-extensions', 'harfbuzzjs'];

/** sharp does so too, but is sixty files with what it needs: it is told where it lies. */
const sharpInPlace = {
  name: 'sharp in place',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/sharp\/dist\/\w+\.mjs$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = code.replaceAll(
        'createRequire(import.meta.url)',
        "createRequire(createRequire(import.meta.url).resolve('sharp'))",
      );
      return { contents, loader: 'js' };
    });
  },
};

const { outputFiles } = await build({
  entryPoints: { 'cli/main': 'src/cli/main.ts', 'render/worker': 'src/render/worker.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: leftInPlace,
  plugins: [sharpInPlace],
  // linebreak unpacks its table with it: 40 ms of a start, against one in Node's own.
  alias: { 'tiny-inflate': './scripts/inflate.cjs' },
  // CommonJS packages ask for Node's own modules with it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // Stacks name the files and lines of src/.
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
});

await mkdir(chunks, { recursive: true });
// The programs last: they name the chunks.
const parts = outputFiles.map(({ path, contents }) => ({
  path,
  contents,
  isChunk: dirname(path).endsWith(chunks),
}));
for (const { path, contents } of parts.sort((a, b) => Number(b.isChunk) - Number(a.isChunk))) {
  await put(path, contents);
}
const wanted = new Set(parts.filter(({ isChunk }) => isChunk).map(({ path }) => basename(path)));
for (const name of await readdir(chunks)) {
  if (!wanted.has(name)) await rm(join(chunks, name), { force: true });
}

/** Whole or not at all, for a service that starts at this moment. */
async function put(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, path);
}
