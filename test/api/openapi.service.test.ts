import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { describe, expect, inject, it } from 'vitest';
import { renderAnswerExamples, renderRequestExamples } from '../../src/api/endpoints/rendering/examples.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { requestSchemas } from '../../src/api/openapi/schemas.ts';
import { renderRequestSchema } from '../../src/api/wire/render-request.ts';
import { jsonOf } from '../support/http.ts';
import { answerCheck, schemaCheck } from '../support/openapi-answers.ts';
import { startTestService } from '../support/service.ts';

const document = openApiDocument();

const test = inject('service');

describe('docs/openapi.json', () => {
  it('matches the schemas (npx vitest run test/api/openapi.service.test.ts --update writes it)', async () => {
    await expect(asText(document)).toMatchFileSnapshot('../../docs/openapi.json');
  });
});

describe('GET /api/v1/openapi.json', () => {
  it('answers with the document, or with 304 to a client that has it', async () => {
    const answer = await fetch(`${test.url}/api/v1/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await answer.json()).toEqual(document);
    const again = await fetch(`${test.url}/api/v1/openapi.json`, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('names the path of the service on its host', async () => {
    const below = await startTestService({ TIERPRESS_BASE_URL: 'https://example.org/tiers' });
    try {
      const described = await jsonOf(await fetch(`${below.url}/api/v1/openapi.json`));
      expect(described).toMatchObject({ servers: [{ url: '/tiers' }] });
    } finally {
      await below.stop();
    }
  });

  it('is the document that GET /api/v1/render links to', async () => {
    const { docs } = await jsonOf(await fetch(`${test.url}/api/v1/render`));
    const described = await jsonOf(await fetch(`${test.url}${docs}`));
    expect(described).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0', title: 'tierpress API' } });
  });
});

describe('the operations', () => {
  it.each(Object.entries(document.paths))(
    'of %s match the methods that the service allows',
    async (path, at) => {
      const address = `${test.url}${path.replace(/\{\w+\}/g, 'x')}`;
      const allowed = (await fetch(address, { method: 'OPTIONS' })).headers.get('allow') ?? '';
      const methods = Object.keys(at).map((method) => method.toUpperCase());
      // HEAD is implied by GET.
      const expected = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
      expect(new Set(allowed.split(', '))).toEqual(expected);
    },
  );

  it.each(Object.entries(renderRequestExamples))(
    'answer the example "%s" as documented',
    async (name, { value }) => {
      const answer = await fetch(`${test.url}/api/v1/render`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${test.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(value),
      });
      expect(answer.status).toBe(200);
      const expected = Object.entries(renderAnswerExamples).find(([key]) => key === name)?.[1].value;
      const body = await jsonOf(answer);
      expect(body).toEqual({
        ...expected,
        renderId: expect.stringMatching(/^[\w-]{40}$/),
        imagePath: `/images/${body['renderId']}.${expected?.imagePath.split('.').at(-1)}`,
        imageUrl: `${test.url}${body['imagePath']}`,
        expiresAt: expect.any(String),
      });
    },
  );

  const bodies = Object.values(document.paths)
    .flatMap((at) => Object.values(at))
    .flatMap((operation) =>
      examplesOf(operation).map((example) => [operation.operationId, ...example] as const),
    );

  it.each(bodies)('accept the example of %s "%s"', (_, _name, schemaName, value) => {
    const schema = Object.entries(requestSchemas).find(([name]) => name === schemaName)?.[1];
    expect(schema !== undefined && v.is(schema, value)).toBe(true);
  });

  it('have an example for every body in JSON', () => {
    const withBody = Object.values(document.paths)
      .flatMap((at) => Object.values(at))
      .filter((operation) => v.is(jsonBodySchema, operation));
    expect(new Set(bodies.map(([id]) => id))).toEqual(
      new Set(withBody.map(({ operationId }) => operationId)),
    );
  });
});

describe('the schema of a render request', () => {
  const check = schemaCheck(document, 'RenderRequest');

  it('accepts the examples of the repository', async () => {
    const folder = new URL('../../examples/', import.meta.url);
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
      const request: unknown = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
      expect(check(request), file).toEqual([]);
    }
  });

  it.each([
    ['no tiers', {}],
    ['no tier', { tiers: [] }],
    ['31 tiers', { tiers: Array.from({ length: 31 }, () => ({ title: '', items: [] })) }],
    ['a tier without items', { tiers: [{ title: 'S' }] }],
    ['half an index', { tiers: [{ title: 'S', items: [0.5] }] }],
    ['an item of no kind', { items: [{ label: 'x' }], tiers: [{ title: 'S', items: [0] }] }],
    ['81 items', { items: Array.from({ length: 81 }, () => 'x'), tiers: [{ title: 'S', items: [0] }] }],
    ['an invalid colour', { tracks: [{ title: 'S', color: '#fff' }], tiers: [{ title: 'S', items: [] }] }],
    ['an unknown theme', { theme: 'dawn', tiers: [{ title: 'S', items: [] }] }],
  ])('refuses %s, as the service does', (_, request) => {
    expect(check(request)).not.toEqual([]);
    expect(v.is(renderRequestSchema, request)).toBe(false);
  });
});

describe('the check of answers', () => {
  const check = answerCheck(document);
  const id = { 'X-Request-Id': 'test-0123-abcd', 'Cache-Control': 'no-store' };
  const json = { ...id, 'Content-Type': 'application/json; charset=utf-8' };
  const notFound = '{"success":false,"message":"There is nothing at this address"}';
  const limited = { ...json, 'Retry-After': '3', 'RateLimit-Policy': '"minute";q=3;w=60' };

  it.each<[string, string, string, number, Record<string, string>, string]>([
    ['a correct answer', 'GET', '/healthz', 200, json, '{"success":true}'],
    ['a head without a body', 'HEAD', '/healthz', 200, json, ''],
    ['an unknown path', 'GET', '/api/v1/nope', 404, json, notFound],
    ['a wrong method', 'PUT', '/api/v1/render', 405, json, notFound],
    ['what another server says', 'GET', '/healthz', 418, { 'Content-Type': 'text/html' }, 'teapot'],
    ['a page', 'GET', '/password', 200, { ...id, 'Content-Type': 'text/html' }, '<p>'],
    ['limits', 'POST', '/api/v1/render', 429, { ...limited, RateLimit: '"minute";r=0;t=3' }, notFound],
  ])('accepts %s', async (_, method, path, status, headers, body) => {
    await expect(check(method, answerFrom(path, status, headers, body))).resolves.toBeUndefined();
  });

  it.each<[string, string, string, number, Record<string, string>, string, RegExp]>([
    [
      'a status',
      'GET',
      '/healthz',
      418,
      json,
      notFound,
      /isAlive answers 418: the document knows no such status/,
    ],
    [
      'one field more',
      'GET',
      '/healthz',
      200,
      json,
      '{"success":true,"x":1}',
      /isAlive.*additional properties/,
    ],
    ['a field missing', 'GET', '/healthz', 200, json, '{}', /isAlive answers 200.*'success'/],
    ['a wrong value', 'DELETE', '/api/v1/keys/x', 200, json, '{"success":false}', /revokeKey.*success/],
    ['no JSON', 'GET', '/healthz', 200, json, 'ok', /the body is not JSON/],
    ['another type', 'GET', '/healthz', 200, { ...id, 'Content-Type': 'text/plain' }, 'ok', /"text\/plain"/],
    ['no type', 'GET', '/images/x.png', 404, id, '', /getImage.*Content-Type/],
    [
      'a missing header',
      'GET',
      '/readyz',
      503,
      json,
      notFound,
      /isReady answers 503: the header Retry-After/,
    ],
    [
      'a malformed header',
      'POST',
      '/api/v1/render',
      429,
      { ...limited, RateLimit: 'r=0' },
      notFound,
      /RateLimit/,
    ],
    ['an error without a body', 'GET', '/api/v1/nope', 404, json, '{}', /GET \/api\/v1\/nope answers 404/],
    ['a success for an unknown path', 'GET', '/api/v1/nope', 200, json, '{"success":true}', /no operation/],
  ])('refuses %s', async (_, method, path, status, headers, body, message) => {
    await expect(check(method, answerFrom(path, status, headers, body))).rejects.toThrow(message);
  });

  it('covers every answer that a test fetches', async () => {
    const server = createServer((_, answer) => answer.writeHead(200, json).end('{"success":"maybe"}'));
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow(/isAlive answers 200/);
    await new Promise((resolve) => server.close(resolve));
  });
});

/** Returns an answer as fetch returns it, with its address. */
function answerFrom(path: string, status: number, headers: Record<string, string>, body: string): Response {
  const answer = new Response(body, { status, headers });
  if (!('Content-Type' in headers)) answer.headers.delete('Content-Type');
  return Object.defineProperty(answer, 'url', { value: `http://localhost${path}` });
}

const jsonBodySchema = v.object({
  requestBody: v.object({ content: v.object({ 'application/json': v.unknown() }) }),
});
const bodySchema = v.object({
  requestBody: v.object({
    content: v.object({
      'application/json': v.object({
        schema: v.object({ $ref: v.string() }),
        examples: v.record(v.string(), v.object({ value: v.unknown() })),
      }),
    }),
  }),
});

/** Returns the examples of an operation's body: name, name of the schema, and value. */
function examplesOf(operation: unknown): [string, string, unknown][] {
  const { success, output } = v.safeParse(bodySchema, operation);
  if (!success) return [];
  const { schema, examples } = output.requestBody.content['application/json'];
  const schemaName = schema.$ref.replace(/.*\//, '');
  return Object.entries(examples).map(([name, { value }]) => [name, schemaName, value]);
}

const lineWidth = 110;

/** Formats JSON as the formatter does: short lists of words on one line. */
function asText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /^(.*)\[\s+([^[\]]*?)\s+\](.*)$/gm,
    (whole, before: string, words: string, after: string) => {
      const line = `${before}[${words.replace(/\s+/g, ' ')}]${after}`;
      return line.length > lineWidth || /\{[^}]/.test(words) ? whole : line;
    },
  );
  return `${text}\n`;
}
