// Bundles src/cli/main.ts and src/workers/worker.ts with the packages they use: loading hundreds of small files takes longer
// than running them. What a program loads later lies in dist/programs/, under names that contain a hash of the content.
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundledPackages, writeNotices } from './notices.mjs';
import { replaceFile } from './replace-file.mjs';

const chunks = 'dist/programs';

/** Their JavaScript is bundled although they load native code and WebAssembly from their own folders: it saves 100 ms of CPU time a renderer. */
const located = ['harfbuzzjs', 'sharp'];
/** The other dependencies stay outside: they have native code or data. Development dependencies are bundled. */
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const external = Object.keys(dependencies).filter((name) => !located.includes(name));

const locatedByName = {
  name: 'located by name',
  setup({ onLoad }) {
    const filter = new RegExp(`/node_modules/(${located.join('|')})/dist/(\\w+\\.mjs|harfbuzz\\.js)$`);
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
  alias: {
    // linebreak unpacks its table with tiny-inflate in 40 ms; zlib of Node.js takes 1 ms.
    'tiny-inflate': './scripts/inflate.cjs',
    // Its main file asks for its parts at run time, which esbuild cannot follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // For HTML in budoux, text decoding in raw-body and text measurement in svgdom, all unused: 2 MB of code.
    linkedom: './scripts/empty.cjs',
    'iconv-lite': './scripts/empty.cjs',
    fontkit: './scripts/empty.cjs',
    // With which the SDK of MCP checks answers to requests that this server never sends.
    ajv: './scripts/empty.cjs',
    'ajv-formats': './scripts/empty.cjs',
  },
  // CommonJS packages call `require` for modules of Node.js.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // Stacks name the files and lines of src/ (src/workers/source-stacks.ts).
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'warning',
};

// One build each: chunks shared by both programs would be more and smaller files to load.
const results = await Promise.all(
  ['src/cli/main.ts', 'src/workers/worker.ts'].map((entry) => build({ ...options, entryPoints: [entry] })),
);
const files = results.flatMap(({ outputFiles }) => outputFiles);

await writeNotices('dist', bundledPackages(results.map(({ metafile }) => metafile)));
// The programs come last: they name the chunks.
const isChunk = ({ path }) => dirname(path).endsWith(chunks);
for (const file of files.filter(isChunk)) await replaceFile(file.path, file.contents);
for (const file of files.filter((file) => !isChunk(file))) await replaceFile(file.path, file.contents);
const current = new Set(files.map(({ path }) => basename(path)));
for (const name of await readdir(chunks)) {
  if (!current.has(name)) await rm(join(chunks, name), { force: true });
}
