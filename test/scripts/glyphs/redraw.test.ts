import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redrawFont } from '../../../scripts/glyphs/redraw.ts';
import { packagedData } from '../../../src/files/package-files.ts';
import { sampleOf } from '../../support/runs.ts';

it.each(sampleOf(['handjet-700', 'handjet-800', 'press-start-2p'] as const))(
  'data/glyphs/%s.json is what `npm run glyphs` writes',
  (font) => {
    const content = readFileSync(join(packagedData.glyphsDir, `${font}.json`), 'utf8');
    expect(content === `${JSON.stringify(redrawFont(font), null, 2)}\n`).toBe(true);
  },
);
