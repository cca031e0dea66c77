import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { limits } from '../../src/model/limits.ts';
import { fakeRenderers, heldRenderers } from '../support/fake-renderers.ts';
import { jsonOf, parseAnswer, type RawAnswer, rawExchange } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';

let ready = true;
let render: () => Promise<never> = () =>
  Promise.reject(new Failure('rendererFailed', 'The picture could not be drawn'));

let test: TestService;
beforeAll(async () => {
  test = await startTestService(
    { TIERPRESS_BASE_URL: 'https://tiers.example.org/sub/' },
    {
      renderers: fakeRenderers(
        () => render(),
        () => ready,
      ),
    },
  );
});
afterAll(() => test.stop());

const bodyOf = (title: string) => JSON.stringify({ tiers: [{ title, items: ['Tea'] }] });
const post = (url = test.url, key = test.key, body = bodyOf('S')) =>
  fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body,
  });

describe('every answer', () => {
  it.each([
    ['GET', '/nope', 404],
    ['POST', '/nope', 404],
    ['GET', '/api/v1', 404],
    ['GET', '/api/v2/render', 404],
    ['GET', '/api/v1/render/x', 404],
    ['GET', '//api/v1/render', 404],
    ['GET', '/%', 404],
    ['GET', '/%00', 404],
    ['GET', '/%E0%A4%A', 404],
    ['GET', '/images/', 404],
    ['GET', '/images/x', 404],
    ['GET', '/images/x.png', 404],
    ['GET', '/images/%', 404],
    ['GET', '/images/%00.png', 404],
    ['GET', '/images/..%2f..%2fkeys.json', 404],
    ['GET', '/images/%2e%2e/keys.json', 404],
    ['GET', '/images/../keys.json', 404],
    ['GET', `/images/${'a'.repeat(8000)}.png`, 404],
    ['GET', '/constructor', 404],
    ['GET', '/api/v1/render#x', 200],
    ['GET', 'http://evil.example/api/v1/render', 200],
    ['GET', 'http://[', 400],
    ['GET', '*', 404],
    ['PUT', '/api/v1/render', 405],
    ['DELETE', '/api/v1/render', 405],
    ['PATCH', '/api/v1/render', 405],
    ['PROPFIND', '/api/v1/render', 405],
    ['TRACE', '/healthz', 405],
    ['POST', '/healthz', 405],
    ['POST', '/images/x.png', 405],
    ['OPTIONS', '/api/v1/render', 204],
    ['HEAD', '/api/v1/render', 200],
    ['HEAD', '/nope', 404],
    ['CONNECT', 'example.org:443', 405],
    ['BREW', '/', 400],
    ['get', '/', 400],
  ])('to %s %.30s is %d with an id and, on error, the error body', async (method, target, status) => {
    const raw = await rawExchange(
      test.port,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const answer = parseAnswer(raw);
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers['allow']).toMatch(/GET/);
    expectTold(answer, method);
  });

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['TLS', Buffer.from('16030100', 'hex'), 400],
    ['HTTP/0.9', 'GET /nope\r\n\r\n', 404],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'a length that is not a number',
      'POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['17 KB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['a target of 17 KB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a control character in the target', 'GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n', 200],
    ['an upgrade', 'GET /nope HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', 404],
    ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ])('to %s is JSON', async (name, request, status) => {
    // The server would keep the connection open, so the test waits for the answer only.
    const answer = parseAnswer(
      await (name === 'an upgrade' ? firstAnswer(String(request)) : rawExchange(test.port, request)),
    );
    expect(answer.status).toBe(status);
    expectTold(answer, 'GET');
  });

  it('to invalid chunks is a 400 or a closed connection, and the service keeps running', async () => {
    const raw = await rawExchange(
      test.port,
      [
        'POST /api/v1/render HTTP/1.1',
        'Host: x',
        `X-API-Key: ${test.key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        'zz',
        '',
      ].join('\r\n'),
    );
    if (raw !== '') expectTold(parseAnswer(raw), 'POST');
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
  });

  it('has the id from the proxy if it is safe to log', async () => {
    const idOf = async (id: string) =>
      (await fetch(`${test.url}/healthz`, { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
    expect(await idOf('proxy-0123-abcd')).toBe('proxy-0123-abcd');
    for (const id of ['short', 'x'.repeat(65), 'with space', '{"json":1}', 'a\u00e4aaaaaaaa', '']) {
      expect(await idOf(id)).not.toBe(id);
    }
    expect(await idOf('')).not.toBe(await idOf(''));
  });
});

function expectTold(answer: RawAnswer, method: string): void {
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
  if (answer.status < 400 || method === 'HEAD') return;
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(answer.body)).toEqual({ success: false, message: expect.stringMatching(/\w/) });
}

async function firstAnswer(request: string): Promise<string> {
  return rawExchange(test.port, request.replace('Connection: upgrade', 'Connection: upgrade, close'));
}

describe('GET /api/v1/render', () => {
  it('describes the possible requests, without a key', async () => {
    const answer = await fetch(`${test.url}/api/v1/render`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      success: true,
      name: 'tierpress',
      version: '0.0.0-test',
      modes: ['template', 'custom', 'inline'],
      aspectRatios: [
        { value: '3:4', width: 1080, height: 1440 },
        { value: '9:16', width: 1080, height: 1920 },
        { value: '1:1', width: 1080, height: 1080 },
        { value: '16:9', width: 1920, height: 1080 },
      ],
      themes: ['night', 'paper', 'arcade'],
      locales: ['en', 'zh', 'ru'],
      formats: ['webp', 'png', 'svg'],
      limits,
      cache: { windowHours: 24, imageLifeDays: 7 },
      docs: '/api/v1/openapi.json',
    });
  });
});

describe('the health checks', () => {
  it('distinguish a running service from one that can draw', async () => {
    expect(await (await fetch(`${test.url}/healthz`)).json()).toEqual({ success: true });
    expect((await fetch(`${test.url}/readyz`)).status).toBe(200);
    ready = false;
    const answer = await fetch(`${test.url}/readyz`);
    ready = true;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ success: false, message: 'The renderers are not ready' });
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
  });
});

describe('an error of the service', () => {
  it('is a 503 if a renderer failed', async () => {
    render = () =>
      Promise.reject(new Failure('rendererFailed', 'The picture could not be drawn', { retryAfter: 1 }));
    const answer = await post();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ success: false, message: 'The picture could not be drawn' });
  });

  it.each([
    ['an error', () => Promise.reject(new TypeError('secret detail at /home/x/y.ts'))],
    ['something else', () => Promise.reject('secret detail')],
    ['nothing', () => Promise.reject(undefined)],
  ])('is a logged 500 without details if the service throws %s', async (_, fail) => {
    render = fail;
    const answer = await post();
    expect(answer.status).toBe(500);
    expect(await answer.text()).toMatch(
      /^\{"success":false,"message":"Something went wrong in the service;[^/]*"\}$/,
    );
    const id = answer.headers.get('x-request-id');
    await vi.waitFor(() => {
      expect(test.log.some((line) => line.includes(String(id)) && line.includes('request failed'))).toBe(
        true,
      );
    });
  });
});

describe('the base address', () => {
  it.each([
    ['of everything', {}, 'https://tiers.example.org/sub'],
    ['of images alone', { TIERPRESS_IMAGE_BASE_URL: 'https://cdn.example.org/' }, 'https://cdn.example.org'],
  ])('%s comes from the configuration', async (_, settings, imageBase) => {
    const service = await startTestService(
      { TIERPRESS_BASE_URL: 'https://tiers.example.org/sub/', ...settings },
      {
        renderers: fakeRenderers(async () => ({
          bytes: Buffer.from('picture'),
          width: 1,
          height: 1,
          warnings: ['from the renderer'],
        })),
      },
    );
    const answer = await jsonOf(await post(service.url, service.key));
    expect(answer).toMatchObject({
      imageUrl: `${imageBase}${answer['imagePath']}`,
      warnings: ['from the renderer'],
    });
    expect((await fetch(`${service.url}${answer['imagePath']}`)).status).toBe(200);
    await service.stop();
  });
});

describe('a stopping service', () => {
  it('finishes running requests and accepts no new ones', async () => {
    const held = heldRenderers();
    const service = await startTestService({}, { renderers: held.renderers });
    const idle = await fetch(`${service.url}/healthz`);
    await idle.arrayBuffer();
    const arrived = Promise.all([held.nextArrival(), held.nextArrival()]);
    const running = ['S', 'A'].map((title) => post(service.url, service.key, bodyOf(title)));
    await arrived;
    const stopped = service.stop();
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    held.finishAll();
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
    await stopped;
  });
});
