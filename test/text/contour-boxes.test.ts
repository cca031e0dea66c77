import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as hb from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { contourBoxes } from '../../src/text/contour-boxes.ts';
import { boxesOf } from '../../src/text/dots.ts';
import { fontFiles } from '../../src/text/font-files.ts';

const packages = createRequire(import.meta.url);
const letters = 'ABCXYZabcijqyzЖйё0123456789?&()';

test.each(['handjet-700', 'press-start-2p', 'inter-600'] as const)(
  'the boxes noted while a glyph of %s is drawn are those of its commands',
  (name) => {
    const font = new hb.Font(new hb.Face(new hb.Blob(readFileSync(packages.resolve(fontFiles[name].file)))));
    for (const letter of letters) {
      const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
      const commands = font.glyphToJson(glyph);
      expect(commands.length, letter).toBeGreaterThan(4);
      expect(contourBoxes(font, glyph), letter).toEqual(boxesOf(commands));
    }
  },
);
