// Bundles src/cli/main.ts and src/workers/worker.ts with the packages they use: loading hundreds of small files takes longer
// than running them. What a program loads later lies in dist/programs/, under names that contain a hash of the content.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const chunks = 'dist/programs';

/** Packages with native code, which they load from their own folders. */
const external = ['@napi-rs/image', '@resvg/resvg-js', 'fs-native-extensions'];

/**
 * These two load native code or WebAssembly from their own folders as well, but spread over many files: bundled, they save
 * 100 ms of CPU time at the start of every renderer.
 */
const locatedByName = {
  name: 'located by name',
  setup({ onLoad }) {
    const filter = /\/node_modules\/(sharp|harfbuzzjs)\/dist\/(\w+\.mjs|harfbuzz\.js)$/;
    onLoad({ filter }, async ({ path }) => {
      const [, name] = filter.exec(path);
      const code = await readFile(path, 'utf8');
      return { contents: code.replaceAll('import.meta.url', `import.meta.resolve('${name}')`), loader: 'js' };
    });
  },
};

const options = {
  outbase: 'src',
  outdir: 'dist',
  chunkNames: `${basename(chunks)}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external,
  plugins: [locatedByName],
  // linebreak unpacks its table with tiny-inflate in 40 ms; zlib of Node.js takes 1 ms.
  alias: { 'tiny-inflate': './scripts/inflate.cjs' },
  // CommonJS packages call `require` for modules of Node.js.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // Stacks name the files and lines of src/ (src/workers/source-stacks.ts).
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
};

// One build each: chunks shared by both programs would be more and smaller files to load.
const results = await Promise.all(
  ['src/cli/main.ts', 'src/workers/worker.ts'].map((entry) => build({ ...options, entryPoints: [entry] })),
);
const files = results.flatMap(({ outputFiles }) => outputFiles);

// The programs come last: they name the chunks.
const isChunk = ({ path }) => dirname(path).endsWith(chunks);
for (const file of files.filter(isChunk)) await replace(file);
for (const file of files.filter((file) => !isChunk(file))) await replace(file);
const current = new Set(files.map(({ path }) => basename(path)));
for (const name of await readdir(chunks)) {
  if (!current.has(name)) await rm(join(chunks, name), { force: true });
}

/** Writes a file in one step: a service may be starting from it. */
async function replace({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, path);
}
