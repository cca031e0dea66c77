import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, inject, test } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { writeForm } from '../../src/model/board-link/write-form.ts';
import { runs } from '../support/runs.ts';

const { url, key } = inject('service');
const folder = fileURLToPath(new URL('../../examples', import.meta.url));
const forms = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => parseRenderRequest(JSON.parse(readFileSync(join(folder, name), 'utf8'))).request)
  .map((request) => JSON.stringify(writeForm(request, () => undefined)));

const cuts = fc.record({ at: fc.nat(), length: fc.nat({ max: 20 }), put: fc.string({ maxLength: 10 }) });
const packed = (json: string) => `1${deflateRawSync(json).toString('base64url')}`;

const manyCuts = fc.array(cuts, { minLength: 1, maxLength: 4 });

function withCut(text: string, { at, length, put }: { at: number; length: number; put: string }): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + length);
}

/** Boards in addresses that are cut, changed, invented or very large. */
const boards = fc.oneof(
  fc.tuple(fc.constantFrom(...forms.map(packed)), manyCuts).map(([b, list]) => list.reduce(withCut, b)),
  fc.tuple(fc.constantFrom(...forms), manyCuts).map(([form, list]) => packed(list.reduce(withCut, form))),
  fc.jsonValue({ maxDepth: 3 }).map((value) => packed(JSON.stringify(value))),
  fc
    .record({ r: fc.jsonValue(), p: fc.jsonValue(), u: fc.jsonValue(), c: fc.jsonValue(), i: fc.jsonValue() })
    .map((form) => packed(JSON.stringify(form))),
  fc.constantFrom(
    packed('['.repeat(200_000)),
    packed(' '.repeat(5_000_000)),
    packed(`{"r":"${','.repeat(4000)}"}`),
    packed(`{"r":[${'9007199254740991,'.repeat(99)}0]}`),
    packed(`{"p":"${'\\n'.repeat(130_000)}","r":"0"}`),
    packed('{"r":"0","p":"a","u":{"__proto__":"x"}}'),
    `1${'A'.repeat(9000)}`,
  ),
);

test('every changed link opens a page, and its image and description are there or refused with a 4xx', {
  timeout: 300_000,
}, async ({ task }) => {
  const numRuns = runs(300);
  task.meta.cases = numRuns;
  const pages = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(boards, async (b) => {
      const query = new URLSearchParams({ b });
      const page = await fetch(`${url}/tier/custom?${query}`);
      expect(page.status).toBe(200);
      const html = await page.text();
      pages.add(html.includes('cannot be read'));
      const image = await fetch(`${url}/tier/custom/board.png?${query}`);
      await image.arrayBuffer();
      expect([200, 400, 404]).toContain(image.status);
      const oembed = await fetch(
        `${url}/oembed?${new URLSearchParams({ url: `${url}/tier/custom?${query}` })}`,
      );
      await oembed.text();
      expect([200, 404]).toContain(oembed.status);
    }),
    // One unchanged board: few of the changed ones can be read.
    { numRuns, endOnFailure: true, examples: [[packed(forms[0] ?? '')]] },
  );
  expect(pages).toEqual(new Set([true, false]));
});

test('no changed signed address is answered with an image', { timeout: 300_000 }, async ({ task }) => {
  const numRuns = runs(300);
  task.meta.cases = numRuns;
  const answer = await fetch(`${url}/api/v1/sign`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Signed', tiers: [{ title: 'S', items: ['Tea'] }] }),
  });
  const signed = v.parse(v.object({ url: v.string() }), await answer.json()).url.slice(`${url}/i/`.length);
  const addresses = fc.oneof(
    manyCuts.map((list) => list.reduce(withCut, signed)),
    boards.map((b) => `${b}${signed.slice(signed.indexOf('.'))}`),
  );
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      const isSigned = address.split(/[&#]/).slice(0, 2).join('&') === signed;
      const { status } = await fetch(`${url}/i/${address}`);
      expect(isSigned ? [200] : [400, 401, 403, 404]).toContain(status);
    }),
    { numRuns, endOnFailure: true },
  );
});

test('an oEmbed reader with any question is answered or refused', { timeout: 300_000 }, async ({ task }) => {
  const numRuns = runs(500);
  task.meta.cases = numRuns;
  const addresses = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    manyCuts.map((list) => list.reduce(withCut, `${url}/tier/custom?b=0eyJwIjoiVGVhIiwiciI6WzFdfQ`)),
    fc.constantFrom(`${url}/tier/`, `${url}//tier/1`, `${url}/tier/1/../2`, 'http://[', `file:///etc/passwd`),
  );
  const length = fc.option(fc.oneof(fc.string(), fc.integer().map(String)), { nil: undefined });
  const questions = fc.record({ url: addresses, maxwidth: length, maxheight: length, format: length });
  await fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const given = Object.entries(question).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const { status, headers } = await fetch(`${url}/oembed?${new URLSearchParams(given)}`);
      expect([200, 400, 404, 501]).toContain(status);
      expect(headers.get('Content-Type')).toMatch(/^(?:application\/json|text\/xml); charset=utf-8$/);
    }),
    { numRuns, endOnFailure: true },
  );
});
