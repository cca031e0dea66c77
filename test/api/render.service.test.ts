import * as v from 'valibot';
import { describe, expect, inject, it } from 'vitest';
import { renderAnswerSchema } from '../../src/api/wire/render-answer.ts';
import { badRequests } from '../support/bad-requests.ts';
import { jsonOf, parseAnswer, rawExchange } from '../support/http.ts';

const tiers = [{ title: 'S', items: ['Tea', 'Coffee'] }];
const limit = 262_144;

const test = inject('service');
const port = Number(new URL(test.url).port);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function post(
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${test.url}/api/v1/render`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${test.key}`, 'Content-Type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  return { status: answer.status, headers: answer.headers, body: await jsonOf(answer) };
}

const postJson = (body: unknown) => post(JSON.stringify(body));

function expectFailure(answer: Answer, status: number, message: string | RegExp): void {
  expect(answer.body).toEqual({ success: false, message: expect.stringMatching(asPattern(message)) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
}

function asPattern(message: string | RegExp): RegExp {
  return message instanceof RegExp ? message : new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

describe('POST /api/v1/render', () => {
  it('answers with the address of a finished image', async () => {
    const { status, headers, body } = await postJson({ title: 'Drinks', tiers });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const answer = v.parse(renderAnswerSchema, body);
    expect(answer).toMatchObject({
      success: true,
      imageUrl: `${test.url}${answer.imagePath}`,
      imagePath: `/images/${answer.renderId}.webp`,
      width: 1080,
      height: 1440,
      aspectRatio: '3:4',
      cached: false,
      title: 'Drinks',
    });
    expect(body).not.toHaveProperty('warnings');
    const life = Date.parse(answer.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(7 * 86_400_000 - 60_000);
    expect(life).toBeLessThanOrEqual(7 * 86_400_000);
    const image = await fetch(answer.imageUrl);
    expect(image.status).toBe(200);
    expect(Buffer.from(await image.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
  });

  it('draws every mode', async () => {
    const custom = {
      mode: 'custom',
      items: ['a', { type: 'text', label: 'b' }],
      tiers: [{ title: 'S', items: [1, 0] }],
    };
    const template = { templateId: 1, tiers: [{ title: 'S', items: ['item_0'] }] };
    for (const body of [custom, template, { mode: 'inline', tiers }])
      expect((await postJson(body)).status).toBe(200);
  });

  it('draws every ratio and format at every scale with the stated size', async () => {
    const answer = await postJson({ tiers, aspectRatio: '16:9', format: 'png', scale: 2 });
    expect(answer.body).toMatchObject({ width: 3840, height: 2160, aspectRatio: '16:9' });
    const image = await fetch(String(answer.body['imageUrl']));
    expect(image.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await image.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([3840, 2160]);
  });

  it('warns about ignored fields', async () => {
    const { status, body } = await postJson({ tiers, aspect_ratio: '1:1' });
    expect(status).toBe(200);
    expect(body['warnings']).toEqual(['aspect_ratio: unknown field, ignored; did you mean "aspectRatio"?']);
  });

  it('answers 404 for a template that does not exist', async () => {
    expectFailure(
      await postJson({ templateId: 987_654, tiers: [{ title: 'S', items: [] }] }),
      404,
      /template/i,
    );
  });

  it.each(badRequests)('answers 400 for %s', async (_, body, message) => {
    expectFailure(await postJson(body), 400, message);
  });

  it.each([
    ['nothing', '', 'The body is empty'],
    ['blank', ' ', 'error at line 1, column 2'],
    ['no JSON', 'tiers=S', 'error at line 1, column 1'],
    ['half', '{"tiers": [', 'error at line 1, column 12'],
    [
      'a number too large',
      '{"tiers": [{"title": "S", "items": [1e999]}]}',
      'tiers[0].items[0]: must be a whole number',
    ],
    ['null', 'null', 'The body must be a JSON object'],
    ['a list', '[]', 'The body must be a JSON object'],
    ['a text', '"tiers"', 'The body must be a JSON object'],
    ['100 000 lists in lists', '['.repeat(100_000) + ']'.repeat(100_000), 'The body must be a JSON object'],
    ['100 000 lists, open', '['.repeat(100_000), 'error at line 1, column 100001'],
    [
      'lists in lists as tiers',
      `{"tiers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'tiers[0]: must be an object, not an array',
    ],
    [
      'lists in lists as a title',
      `{"tiers":[],"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'title: must be a text, not an array',
    ],
    ['UTF-16', Buffer.from('{"tiers":[]}', 'utf16le'), 'error at line 1, column 2'],
    ['a byte that is not UTF-8', Buffer.from('{"title":"\xff"}', 'latin1'), 'The body is not valid UTF-8'],
    ['half a character', Buffer.from('{"title":"\xe4\xb8"}', 'latin1'), 'The body is not valid UTF-8'],
    [
      'a surrogate in UTF-8',
      Buffer.from('{"title":"\xed\xa0\x80"}', 'latin1'),
      'The body is not valid UTF-8',
    ],
    ['a secret', '{"password":"hunter2"', /^(?!.*hunter2)/],
  ])('answers 400 for a body of %s', async (_, body, message) => {
    expectFailure(await post(body), 400, message);
  });

  it('is not misled by __proto__ and duplicates', async () => {
    const { status, body } = await post(
      '{"__proto__":{"tiers":1},"title":"first","title":"second","tiers":[{"title":"S","items":[],"__proto__":[]}]}',
    );
    expect(status).toBe(200);
    expect(body['title']).toBe('second');
  });

  it('accepts a byte order mark', async () => {
    expect((await post(`\ufeff${JSON.stringify({ tiers })}`)).status).toBe(200);
  });

  describe('a body', () => {
    const ofSize = (size: number) => {
      const empty = JSON.stringify({ tiers, pad: '' });
      return JSON.stringify({ tiers, pad: 'x'.repeat(size - empty.length) });
    };
    const streamed = (text: string) =>
      new ReadableStream({
        start(controller) {
          const bytes = Buffer.from(text);
          for (let at = 0; at < bytes.length; at += 10_000)
            controller.enqueue(bytes.subarray(at, at + 10_000));
          controller.close();
        },
      });

    it('of 262 144 bytes is accepted, in one piece and in chunks', async () => {
      expect((await post(ofSize(limit))).status).toBe(200);
      expect((await post(streamed(ofSize(limit)))).status).toBe(200);
    });

    it.each([limit + 1, 3_000_000])('of %d bytes is refused, in one piece and in chunks', async (size) => {
      expectFailure(await post(ofSize(size)), 413, 'The body must be at most 262144 bytes');
      expectFailure(await post(streamed(ofSize(size))), 413, 'The body must be at most 262144 bytes');
    });

    it('of enormous size is refused before it has arrived', async () => {
      const head = [
        'POST /api/v1/render HTTP/1.1',
        'Host: x',
        `X-API-Key: ${test.key}`,
        'Content-Type: application/json',
        'Content-Length: 9000000000',
        '\r\n',
      ].join('\r\n');
      expect(parseAnswer(await rawExchange(port, head)).status).toBe(413);
    });
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
    ['application/json; charset=utf-16'],
    ['application/jsonp'],
    ['application/ld+json'],
    ['multipart/form-data; boundary=x'],
    ['json'],
    ['*/*'],
    [';'],
  ])('of type %s is answered with 415', async (type) => {
    expectFailure(await post(JSON.stringify({ tiers }), { 'Content-Type': type }), 415, 'Content-Type');
  });

  it.each(['Application/JSON', 'application/json; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'of type %s is accepted',
    async (type) => {
      expect((await post(JSON.stringify({ tiers }), { 'Content-Type': type })).status).toBe(200);
    },
  );

  it('without a type, or compressed, is answered with 415', async () => {
    expectFailure(
      await post(Buffer.from(JSON.stringify({ tiers })), { 'Content-Type': '' }),
      415,
      'Content-Type',
    );
    expectFailure(await post('x', { 'Content-Encoding': 'gzip' }), 415, 'Content-Encoding');
    expect((await post(JSON.stringify({ tiers }), { 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  it('keeps the Host header out of the answer', async () => {
    const body = JSON.stringify({ tiers });
    const raw = await rawExchange(
      port,
      [
        'POST /api/v1/render HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'Forwarded: host=evil.example',
        'Connection: close',
        `X-API-Key: ${test.key}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    expect(parseAnswer(raw).status).toBe(200);
    expect(raw).not.toContain('evil');
  });
});
