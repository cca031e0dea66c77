import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const find = createRequire(import.meta.url).resolve;

/** The faces of the night theme, and no others. `family` is their name in the peers. */
export const fonts = [
  { family: 'Inter', weight: 600, path: find('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf') },
  {
    family: 'Inter',
    weight: 800,
    path: find('@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'),
  },
  {
    family: 'Noto Sans SC',
    weight: 600,
    path: find('@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf'),
  },
].map((font) => ({ ...font, data: readFileSync(font.path) }));
