// Writes data/glyphs/: the outlines of arcade's fonts where they differ from the font files (`npm run glyphs`). The tests
// fail when the files are not what this script writes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

await build({
  stdin: {
    contents: "export { redrawFont } from './redraw.ts'; export { redrawnFonts } from './redrawings.ts';",
    resolveDir: 'scripts/glyphs',
  },
  outfile: 'build/glyphs.mjs',
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
});
const { redrawFont, redrawnFonts } = await import('../build/glyphs.mjs');

mkdirSync('data/glyphs', { recursive: true });
for (const name of Object.keys(redrawnFonts))
  writeFileSync(`data/glyphs/${name}.json`, `${JSON.stringify(redrawFont(name), null, 2)}\n`);
