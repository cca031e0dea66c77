import { fontFiles } from '../dist/text/font-files.js';
import { buildAssets } from './assets.mjs';

await buildAssets(Object.values(fontFiles).map(({ file }) => file));
