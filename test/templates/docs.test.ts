import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resolveSpec } from '../../src/items/resolve.ts';
import { themeNames } from '../../src/model/vocabulary.ts';
import { templateSet } from '../../src/templates/catalog.ts';
import { parseTemplate } from '../../src/templates/parse.ts';
import { templateFlaws } from '../../src/templates/previews/flaws.ts';
import { createEngine } from '../../src/workers/engine.ts';

const page = readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8');
const [first = ''] = /(?<=```json\n)[^`]+/.exec(page) ?? [];
const [request = ''] = /(?<=echo ')[^']+/.exec(page) ?? [];

it('the first template of docs/templates.md is valid, and renders the example of the page', () => {
  const parsed = parseTemplate('200-teas.json', first);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const template = {
    ...parsed.template,
    items: parsed.template.items.map(({ label, emoji }) => ({ label, emoji })),
  };
  expect(templateFlaws(template, createEngine({ rasteriser: 'resvg' }), themeNames)).toEqual([]);
  const { spec, warnings } = resolveSpec(
    JSON.parse(request),
    templateSet([{ id: template.id, get: () => template }]),
    {
      watermark: false,
    },
  );
  expect(warnings).toEqual([]);
  expect(spec.board.tiers[0]).toMatchObject({ color: '#ffbf7f', items: [{ label: '🍵 Зелёный чай' }, {}] });
});
