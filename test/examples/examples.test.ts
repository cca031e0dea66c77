import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import { loadTemplates } from '../../src/templates/load.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const templates = await loadTemplates(fileURLToPath(new URL('../../data/templates/', import.meta.url)));
const names = readdirSync(examples).filter((name) => name.endsWith('.json'));

const read = (name: string) => JSON.parse(readFileSync(`${examples}${name}`, 'utf8'));

/** Validates an example like a request over HTTP. */
function resolve(name: string) {
  const { request, warnings } = parseRenderRequest(read(name));
  const resolved = resolveSpec(request, templates, { watermark: false });
  return { spec: resolved.spec, warnings: [...warnings, ...resolved.warnings] };
}

it('there are at least six examples', () => {
  expect(names.length).toBeGreaterThanOrEqual(6);
});

it.each(names)('%s resolves without a warning, and includes its whole pool', (name) => {
  const { spec, warnings } = resolve(name);
  expect(warnings).toEqual([]);
  const drawn = spec.board.tiers.flatMap((tier) => tier.items).length;
  expect(drawn).toBe(read(name).items?.length ?? drawn);
  expect(drawn).toBeGreaterThan(0);
});

it('eighty-items.json has the maximum number of items', () => {
  const labels = resolve('eighty-items.json').spec.board.tiers.flatMap((tier) =>
    tier.items.map((item) => item.label),
  );
  expect(new Set(labels).size).toBe(80);
});
