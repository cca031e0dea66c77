import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { runs } from '../support/runs.ts';

const { url, key } = inject('service');
const folder = fileURLToPath(new URL('../../examples', import.meta.url));
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** What a caller may put in place of any value of a request, or of a part of its text. */
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, '', '\0', '\ud800', '\u202e', 'a'.repeat(50_000), [[[[]]]], {
    __proto__: 1,
  }),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const cuts = fc.record({ at: fc.nat(), length: fc.nat({ max: 20 }), put: fc.string({ maxLength: 10 }) });

/** Replaces one value, at any depth, of a parsed request. */
function withValue(whole: unknown, steps: readonly number[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof whole !== 'object' || whole === null) return value;
  const names = Object.keys(whole);
  if (names.length === 0) return value;
  const changed = names[step % names.length] ?? '';
  const inner: unknown = Reflect.get(whole, changed);
  const next = withValue(inner, rest, value);
  return Array.isArray(whole)
    ? whole.map((entry: unknown, index) => (String(index) === changed ? next : entry))
    : { ...whole, [changed]: next };
}

function withCut(text: string, { at, length, put }: { at: number; length: number; put: string }): string {
  const start = at % text.length;
  return text.slice(0, start) + put + text.slice(start + length);
}

const bodies = fc.constantFrom(...examples).chain((example) =>
  fc.oneof(
    fc
      .tuple(fc.array(fc.nat({ max: 50 }), { maxLength: 5 }), values)
      .map(([steps, value]) => JSON.stringify(withValue(JSON.parse(example), steps, value)) ?? ''),
    fc.array(cuts, { minLength: 1, maxLength: 4 }).map((list) => list.reduce(withCut, example)),
  ),
);

test('every changed request is drawn or refused with a 4xx', { timeout: 300_000 }, async ({ task }) => {
  const numRuns = runs(300);
  task.meta.cases = numRuns;
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const answer = await fetch(`${url}/api/v1/render`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body,
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
      expect([200, 400, 404, 413]).toContain(answer.status);
    }),
    // One unchanged request: few of the changed ones are drawn.
    { numRuns, endOnFailure: true, examples: [[examples[0] ?? '']] },
  );
  expect(statuses).toContain(200);
  expect(statuses).toContain(400);
});

test('no renderer of the shared service was lost', async ({ task }) => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const lost = [...metrics.matchAll(/^tierpress_renderer_restarts_total\S* (\d+)$/gm)];
  expect(lost.length).toBeGreaterThan(0);
  const count = lost.reduce((sum, [, value]) => sum + Number(value), 0);
  task.meta.renderersLost = count;
  expect(count).toBe(0);
});
