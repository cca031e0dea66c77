import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The package's folder: the closest one above this file that has a package.json, since builds move this file. */
export const packageFolder = folderOfPackage(import.meta.dirname);

/** The templates, glyph outlines and database schema that come with the package, and the data directory that a clone uses. */
export const packagedData = {
  dataDir: join(packageFolder, 'data'),
  templatesDir: join(packageFolder, 'data', 'templates'),
  glyphsDir: join(packageFolder, 'data', 'glyphs'),
  schemaDir: join(packageFolder, 'data', 'schema'),
};

/** Fonts, emoji, icons and codecs, as `scripts/assets.mjs` lays them down. */
export const assets = {
  fontsDir: join(packageFolder, 'dist', 'assets', 'fonts'),
  emoji: join(packageFolder, 'dist', 'assets', 'emoji.pack'),
  icons: join(packageFolder, 'dist', 'assets', 'icons.pack'),
  jpeg: join(packageFolder, 'dist', 'assets', 'jpeg.wasm'),
  steps: join(packageFolder, 'dist', 'assets', 'steps.wasm'),
  vp8: join(packageFolder, 'dist', 'assets', 'vp8.wasm'),
};

/** What `npm run build` makes, also for sources that run in a test: what pages load, and the renderer's program. */
export const built = {
  assets: join(packageFolder, 'dist', 'web', 'assets'),
  renderer: join(packageFolder, 'dist', 'workers', 'worker.js'),
  templates: join(packageFolder, 'dist', 'assets', 'templates.json'),
  searchTerms: join(packageFolder, 'dist', 'assets', 'search-terms.json'),
};

function folderOfPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('tierpress has been taken out of its package');
  return folderOfPackage(above);
}
