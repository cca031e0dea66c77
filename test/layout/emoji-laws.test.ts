import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import { wholeTemplate } from '../../src/items/whole-template.ts';
import { aspectRatios, locales } from '../../src/model/vocabulary.ts';
import type { TemplateSet } from '../../src/templates/catalog.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { runs } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
let templates: TemplateSet;
beforeAll(async () => {
  templates = await loadTemplates(packagedData.templatesDir);
});

describe('the layout of a template', () => {
  test('gives the emoji or drawing above one line of words half of its tile or a little more', () => {
    const boards = fc.record({
      template: fc.constantFrom(...templates.all),
      locale: fc.constantFrom(...locales),
      theme: fc.constantFrom(...builtInThemes.all.map(({ name }) => name)),
      aspectRatio: fc.constantFrom(...aspectRatios),
    });
    fc.assert(
      fc.property(boards, ({ template, locale, theme, aspectRatio }) => {
        const request = { ...wholeTemplate(template, locale), theme, aspectRatio };
        const { spec } = resolveSpec(request, templates, { watermark: false });
        for (const { box, label } of engine.layOut(spec).rows.flatMap(({ tiles }) => tiles)) {
          if (!label.emoji || label.lines.length !== 1) continue;
          expect(label.emoji.box.height / box.height).toBeGreaterThanOrEqual(0.5);
          expect(label.emoji.box.height / box.height).toBeLessThanOrEqual(0.6);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});
