import { buildAssets } from '../../scripts/assets.mjs';
import { fontFiles } from '../../src/text/font-files.ts';

/** Lays down fonts, emoji and icons, which takes a second after a change of their packages and nothing otherwise. */
export default function assets() {
  return buildAssets(Object.values(fontFiles).map(({ file }) => file));
}
