// Bundles what pages load, src/web/client/*.{ts,css}, into dist/web/assets/ under names that change with their content,
// and writes down which name is whose.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';

const client = 'src/web/client';
const out = 'dist/web/assets';

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const entries = (await readdir(client)).filter((name) => /\.(ts|css)$/.test(name) && !name.endsWith('.d.ts'));
const { metafile } = await build({
  entryPoints: entries.map((name) => join(client, name)),
  outdir: out,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
});
const names = {};
for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
  if (entryPoint) names[basename(entryPoint).replace(/\.ts$/, '.js')] = basename(path);
}
for (const name of entries) {
  const wanted = name.replace(/\.ts$/, '.js');
  if (!names[wanted]) throw new Error(`${name} (${extname(name)}) was not built`);
}
await writeFile(join(out, 'names.json'), `${JSON.stringify(names)}\n`);
