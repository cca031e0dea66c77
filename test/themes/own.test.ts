import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contrast, inkOn, minContrast } from '../../src/themes/contrast.ts';
import { loadThemes } from '../../src/themes/load.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { describeSnapshots } from '../support/snapshots.ts';

/**
 * The themes of the examples, and those of the data directory that TIERPRESS_DATA_DIR names. Snapshots of the latter
 * lie beside them.
 */
const examples = fileURLToPath(new URL('../../examples/themes/', import.meta.url));
const places = [{ themes: examples, snapshots: fileURLToPath(new URL('../snapshots/', import.meta.url)) }];
const dataDir = process.env['TIERPRESS_DATA_DIR'];
if (dataDir !== undefined && dataDir !== '') {
  const themes = join(dataDir, 'themes');
  places.push({ themes, snapshots: join(themes, 'snapshots') });
}

for (const { themes: folder, snapshots } of places) {
  const themes = await loadThemes(folder);
  const engine = createEngine({ rasteriser: 'resvg', themes });
  for (const theme of themes.own) describeSnapshots(engine, theme.name, snapshots);

  describe.each(themes.own)('$name', ({ colors, palette }) => {
    test.each(palette)('has a readable ink for its tier colour %s', (color) => {
      const ink = inkOn(color, colors);
      expect([colors.inkDark, colors.inkLight]).toContain(ink);
      expect(contrast(color, ink)).toBeGreaterThanOrEqual(minContrast);
    });
  });
}

test('the examples include a theme', async () => {
  expect((await loadThemes(examples)).own.map(({ name }) => name)).toContain('herbarium');
});
