import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask, logIn, type Member, refusal } from '../support/accounts.ts';
import { callTool, connectToService, decoded, inspect } from '../support/mcp.ts';
import { type PhotoHost, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';

let host: PhotoHost;
let test: TestService;
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = sharp({ create: { width: 800, height: 800, channels: 3, background: '#000000', noise } });
  host = await startPhotoHost({ '/noise.png': await photo.png().toBuffer() });
  test = await startTestService({
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    TIERPRESS_ALLOW_PORTS: `80,443,${host.port}`,
  });
});
afterAll(async () => {
  await test.stop();
  await host.close();
});

const board = (title: string) => ({ title, tiers: [{ title: 'S', items: ['Assam', 'Sencha'] }] });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const connect = (key = test.key) => connectToService(test.url, bearer(key));

/** Posts a message as it is. */
const post = (body: unknown, headers: Readonly<Record<string, string>> = bearer(test.key)) =>
  fetch(`${test.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = (title: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'render_tier_list', arguments: board(title) },
});
const remaining = (answer: Response) => /"day";r=(\d+)/.exec(answer.headers.get('RateLimit') ?? '')?.[1];

describe('POST /mcp', () => {
  it('draws an image, gives its address, and answers again from the cache', async () => {
    const client = await connect();
    const drawn = await callTool(client, 'render_tier_list', { ...board('Teas'), boardUrl: true });
    expect(await decoded(drawn)).toEqual({
      format: 'webp',
      width: 1080,
      height: 1440,
      mimeType: 'image/webp',
    });
    expect(drawn.structured).toMatchObject({ title: 'Teas', cached: false, expiresAt: expect.any(String) });
    const stored = await fetch(String(drawn.structured?.['imageUrl']));
    expect(drawn.image?.bytes.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
    expect((await fetch(String(drawn.structured?.['boardUrl']))).status).toBe(200);
    const again = await callTool(client, 'render_tier_list', board('Teas'));
    expect(again.structured).toMatchObject({ cached: true, imageUrl: drawn.structured?.['imageUrl'] });
    const { body } = await ask(test, 'POST', '/api/v1/render', {
      headers: bearer(test.key),
      body: board('Teas'),
    });
    expect(body).toMatchObject({ cached: true, imageUrl: drawn.structured?.['imageUrl'] });
  });

  it('finds templates and reads them, with the addresses of their pages', async () => {
    const client = await connect();
    const found = await callTool(client, 'find_templates', { q: 'dishes', limit: 1 });
    expect(found.structured).toMatchObject({
      templates: [{ id: 1, url: `${test.url}/tier/1` }],
      limit: 1,
      page: 1,
    });
    const read = await callTool(client, 'get_template', { id: 1, locale: 'ru' });
    expect(read.structured).toMatchObject({ id: 1, locale: 'ru', items: { item_0: 'Пицца' } });
  });

  it('leaves an image out that is too large for a result', async () => {
    const { image, text, structured } = await callTool(await connect(), 'render_tier_list', {
      format: 'png',
      scale: 2,
      tiers: [{ title: 'S', items: [host.at('/noise.png')] }],
    });
    expect(image).toBeUndefined();
    expect(text).toContain('The image is too large for a result: open its address instead.');
    const { headers } = await fetch(String(structured?.['imageUrl']), { method: 'HEAD' });
    expect(Number(headers.get('Content-Length'))).toBeGreaterThan(1024 * 1024);
  });

  it("draws for MCP Inspector's command line", async () => {
    const target = [
      `${test.url}/mcp`,
      '--header',
      `Authorization: Bearer ${test.key}`,
      '--transport',
      'http',
    ];
    const call = ['--method', 'tools/call', '--tool-name', 'render_tier_list', '--tool-arg'];
    const { tiers } = board('');
    expect(
      await inspect(...target, ...call, 'title=Inspected', `tiers=${JSON.stringify(tiers)}`),
    ).toMatchObject({
      content: [{ type: 'image', mimeType: 'image/webp' }, { type: 'text' }],
      structuredContent: { title: 'Inspected', imageUrl: expect.stringContaining(test.url) },
    });
  });

  it('draws for several clients at once, each with its answer', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Board ${index % 6}`);
    const client = await connect();
    const drawn = await Promise.all(
      titles.map((title) => callTool(client, 'render_tier_list', board(title))),
    );
    expect(drawn.map(({ structured }) => structured?.['title'])).toEqual(titles);
    expect(new Set(drawn.map(({ structured }) => structured?.['imageUrl'])).size).toBe(6);
  });

  it('charges a call as a render request, and refuses it with the message of the API', async () => {
    const member = await addMember(test);
    const client = await connect(member.key);
    for (const title of ['One', 'Two']) await callTool(client, 'render_tier_list', board(title));
    await callTool(client, 'find_templates', {});
    await callTool(client, 'render_tier_list', { tiers: [] });
    expect(remaining(await post(call('Three'), bearer(member.key)))).toBe('47');
    const refused = await callTool(client, 'render_tier_list', board('Four'));
    expect(refused).toMatchObject({ isError: true, image: undefined });
    expect(refused.text).toMatch(/^The plan allows 3 requests a minute; try again in \d+ s$/);
    const { status } = await ask(test, 'POST', '/api/v1/render', {
      headers: bearer(member.key),
      body: board('Five'),
    });
    expect(status).toBe(429);
  });

  it('counts calls that fail because of their photos against the same allowance', async () => {
    const { key } = await addMember(test);
    const client = await connect(key);
    for (let index = 0; index < 13; index++) {
      const { isError, text } = await callTool(client, 'render_tier_list', {
        tiers: [{ title: 'S', items: [host.at(`/${index}.jpg`)] }],
      });
      expect({ isError, text }).toEqual({ isError: true, text: 'tiers[0].items[0]: 404 from host' });
    }
    const { status, body } = await ask(test, 'POST', '/api/v1/render', {
      headers: bearer(key),
      body: board('New'),
    });
    expect(status).toBe(429);
    expect(body).toEqual(refusal(/^Too many requests have failed; try again in \d+ s$/));
    expect((await callTool(client, 'render_tier_list', board('New'))).text).toMatch(
      /^Too many requests have failed/,
    );
  });

  it('charges once for an Idempotency-Key', async () => {
    const { key } = await addMember(test);
    const headers = { ...bearer(key), 'Idempotency-Key': 'once' };
    const left = [];
    for (let time = 0; time < 3; time++) left.push(remaining(await post(call('Once'), headers)));
    expect(left).toEqual(['49', '49', '49']);
  });

  it('takes a key in either header, and refuses every other caller', async () => {
    expect((await post(ping, { 'X-API-Key': test.key })).status).toBe(200);
    for (const headers of [{}, bearer('sk_live_none'), { ...bearer(test.key), 'X-API-Key': 'other' }]) {
      const answer = await post(ping, headers);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  it('refuses a key from the moment it is revoked', async () => {
    const { id, key } = await addMember(test);
    const client = await connect(key);
    await callTool(client, 'find_templates', {});
    const [created] = await test.service.accounts.keysOf(id);
    await test.service.accounts.revokeKey(id, created?.id ?? '');
    await expect(callTool(client, 'find_templates', {})).rejects.toMatchObject({ code: 401 });
  });

  it('ignores cookies', async () => {
    const member: Member = await addMember(test);
    const Cookie = await logIn(test, member.email);
    expect((await post(ping, { Cookie })).status).toBe(401);
    const answer = await post(call('Cookie'), { ...bearer(test.key), Cookie });
    expect(answer.headers.get('RateLimit')).toContain('unlimited');
  });

  it.each([
    ['https://evil.example', {}],
    ['null', {}],
    // As a browser has it for a page whose name leads to this host.
    ['http://rebound.example', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('refuses a page of %s', async (Origin, headers) => {
    const answer = await post(ping, { ...bearer(test.key), Origin, ...headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual(refusal('another origin'));
  });

  it('accepts its own origin, and clients without one', async () => {
    expect((await post(ping, { ...bearer(test.key), Origin: new URL(test.url).origin })).status).toBe(200);
    expect((await post(ping)).status).toBe(200);
  });

  it.each(['GET', 'DELETE', 'PUT'])('has no %s, since there are no sessions', async (method) => {
    const answer = await fetch(`${test.url}/mcp`, { method, headers: bearer(test.key) });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(answer.headers.get('Mcp-Session-Id')).toBeNull();
  });

  it('answers a notification with 202 and nothing', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });

  it.each([
    ['{"jsonrpc": "2.0"', {}, 400, 'The body is not valid JSON: error at line 1, column 18'],
    ['', {}, 400, 'The body is empty'],
    [{ method: 'ping' }, {}, 400, 'The body must be one message of MCP'],
    [[ping], {}, 400, 'The body must be one message, not a batch'],
    [ping, { 'MCP-Protocol-Version': '1999-01-01' }, 400, 'MCP-Protocol-Version: must be 2025-11-25, '],
    [ping, { 'Content-Type': 'text/plain' }, 415, 'The Content-Type must be application/json'],
    [`"${'x'.repeat(300_000)}"`, {}, 413, 'The body must be at most 262144 bytes'],
  ])('refuses the body %j with %j', async (body, headers, status, message) => {
    const answer = await post(body, { ...bearer(test.key), ...headers });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual(refusal(message));
  });

  it('answers unknown methods and tools with errors of the protocol', async () => {
    const unknown = await post({ ...ping, method: 'resources/list' });
    expect([unknown.status, await unknown.json()]).toMatchObject([200, { id: 1, error: { code: -32601 } }]);
    const tool = await post({ ...ping, method: 'tools/call', params: { name: 'draw' } });
    expect([tool.status, await tool.json()]).toMatchObject([200, { id: 1, error: { code: -32602 } }]);
  });

  it('logs a refused call with its reason, and no key', async () => {
    await post({ ...call(''), params: { name: 'get_template', arguments: { id: 987654 } } });
    const line = test.log.findLast((entry) => entry.includes('"path":"/mcp"'));
    expect(line).toContain('There is no template 987654');
    expect(line).not.toContain(test.key);
  });
});
