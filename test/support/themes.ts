import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThemeTokens } from '../../src/themes/theme.ts';

/** The tokens of a valid theme. */
export const ocean: ThemeTokens = {
  fonts: { title: ['inter-800', 'noto-sans-sc-800'], tier: ['inter-800'], label: ['inter-600'] },
  colors: {
    ground: '#0b0f1a',
    title: '#f4f6fc',
    lane: '#141a2a',
    tile: '#232c44',
    label: '#eef1fa',
    inkDark: '#0b0f1a',
    inkLight: '#ffffff',
    watermark: '#8b95b3',
  },
  palette:
    '#ff6b74 #ff9f5f #ffc857 #f6e35b #b4e45c #62dd7c #4fdcc4 #58b8f5 #7d8ff5 #c47cf0 #ee74bd #a7866f #7c86a0 #a9b3cb #dfe5f2'.split(
      ' ',
    ),
  corners: { shape: 'round', row: 10, tile: 8 },
  edge: { color: '#303b59', height: 2 },
};

/** The same theme on another background, on which its texts are legible as well. */
export function oceanOn(ground: string): ThemeTokens {
  return { ...ocean, colors: { ...ocean.colors, ground } };
}

/** Writes a theme file into a data directory. */
export async function putTheme(dataDir: string, name: string, content: unknown): Promise<void> {
  await mkdir(join(dataDir, 'themes'), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(dataDir, 'themes', `${name}.json`), text);
}
