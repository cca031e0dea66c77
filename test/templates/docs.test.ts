import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resolveOrder } from '../../src/items/resolve.ts';
import { themeNames } from '../../src/model/words.ts';
import { createEngine } from '../../src/render/engine.ts';
import { templateFlaws } from '../../src/template-flaws.ts';
import { templateSet } from '../../src/templates/catalog.ts';
import { parseTemplate } from '../../src/templates/parse.ts';

const page = readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8');
const [first = ''] = /(?<=```json\n)[^`]+/.exec(page) ?? [];
const [request = ''] = /(?<=echo ')[^']+/.exec(page) ?? [];

it('the first template of docs/templates.md is one, and draws what the page draws', () => {
  const parsed = parseTemplate('200-teas.json', first);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const template = {
    ...parsed.template,
    items: parsed.template.items.map(({ label, emoji }) => ({ label, emoji })),
  };
  expect(templateFlaws(template, createEngine({ rasteriser: 'resvg' }), themeNames)).toEqual([]);
  const { order, warnings } = resolveOrder(JSON.parse(request), templateSet([template]), {
    watermark: false,
  });
  expect(warnings).toEqual([]);
  expect(order.board.tiers[0]).toMatchObject({ color: '#ffbf7f', items: [{ label: '🍵 Зелёный чай' }, {}] });
});
