import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, addMember, ask, logIn } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { parseAnswer, rawExchange } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const renderers = fakeRenderers(async () => picture);

interface Site {
  readonly test: TestService;
  readonly cookie: string;
}

async function startSite(baseUrl?: string): Promise<Site> {
  const test = await startTestService(baseUrl === undefined ? {} : { TIERPRESS_BASE_URL: baseUrl }, {
    renderers,
  });
  const { email } = await addMember(test, { admin: true });
  return { test, cookie: await logIn(test, email) };
}

let secure: Site;
let plain: Site;
beforeAll(async () => {
  secure = await startSite('https://tiers.example.org/sub/');
  plain = await startSite();
});
afterAll(async () => {
  await secure.test.stop();
  await plain.test.stop();
});

/** Makes a change with a session that can be repeated. */
const change = ({ test, cookie }: Site, headers: Record<string, string>): Promise<Answer> =>
  ask(test, 'DELETE', '/api/v1/session/others', { cookie, headers });

const refusal = { success: false, message: 'The request must come from a page of the same origin' };

describe('a change with a session', () => {
  it.each<[string, Record<string, string>]>([
    ['a page of the service', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['a page of ours, in a browser without Sec-Fetch-Site', { Origin: 'https://tiers.example.org' }],
    [
      'a page of ours, in a browser with both',
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://tiers.example.org' },
    ],
    ['what is no browser', {}],
    ['what is no browser and says where it read of it', { Referer: 'https://evil.example/' }],
  ])('is accepted from %s', async (_, headers) => {
    expect((await change(secure, headers)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['somewhere that no browser says', { 'Sec-Fetch-Site': 'SAME-ORIGIN' }],
    ['two places', { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
    [
      'another site that names our origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://tiers.example.org' },
    ],
    ['another host', { Origin: 'https://evil.example' }],
    ['a host inside ours', { Origin: 'https://evil.tiers.example.org' }],
    ['the host around ours', { Origin: 'https://example.org' }],
    ['a host that begins like ours', { Origin: 'https://tiers.example.org.evil.example' }],
    ['a host that ends like ours', { Origin: 'https://eviltiers.example.org' }],
    ['our host over http', { Origin: 'http://tiers.example.org' }],
    ['another port', { Origin: 'https://tiers.example.org:8443' }],
    ['our host with a user', { Origin: 'https://tiers.example.org@evil.example' }],
    ['the machine itself', { Origin: 'http://localhost' }],
    ['a sandbox or a file', { Origin: 'null' }],
    ['an extension', { Origin: 'chrome-extension://abcdefghijklmnop' }],
    ['an origin with a path', { Origin: 'https://tiers.example.org/sub' }],
    ['two origins', { Origin: 'https://tiers.example.org, https://evil.example' }],
    ['an invalid origin', { Origin: 'tiers.example.org' }],
  ])('is refused from %s', async (_, headers) => {
    const answer = await change(secure, headers);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual(refusal);
    expect(answer.cookie).toBeUndefined();
  });

  it('is checked by port too if the base address is local', async () => {
    const from = async (origin: string) => (await change(plain, { Origin: origin })).status;
    expect(await from(`http://localhost:${plain.test.port}`)).toBe(200);
    expect(await from(`https://localhost:${plain.test.port}`)).toBe(403);
    expect(await from(`http://localhost:${plain.test.port + 1}`)).toBe(403);
    expect(await from('http://localhost')).toBe(403);
  });

  it('is refused whatever Host and the headers of proxies say', async () => {
    const { test, cookie } = secure;
    const send = async (...lines: string[]) => {
      const request = [
        'DELETE /api/v1/session/others HTTP/1.1',
        'Connection: close',
        `Cookie: ${cookie}`,
        ...lines,
      ];
      return parseAnswer(await rawExchange(test.port, `${request.join('\r\n')}\r\n\r\n`)).status;
    };
    expect(await send('Host: evil.example', 'Origin: https://evil.example')).toBe(403);
    const forwarded = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Forwarded: host=evil.example',
    ];
    expect(await send('Host: x', ...forwarded, 'Origin: https://evil.example')).toBe(403);
    expect(await send('Host: x', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site')).toBe(403);
    expect(await send('Host: x', 'Origin: https://tiers.example.org', 'Origin: https://evil.example')).toBe(
      403,
    );
    expect(await send('Host: evil.example', 'Origin: https://tiers.example.org')).toBe(200);
  });
});

describe('a request from another origin', () => {
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

  it.each([
    ['POST', '/api/v1/session', { email: 'x@example.org', password: 'x' }],
    ['DELETE', '/api/v1/session', undefined],
    ['DELETE', '/api/v1/session/others', undefined],
    ['PUT', '/api/v1/password', { password: 'x', token: 'x' }],
    ['POST', '/api/v1/users', { email: 'x@example.org' }],
    ['PATCH', '/api/v1/users/acc_x', { plan: 'free' }],
    ['POST', '/api/v1/users/acc_x/password-link', undefined],
    ['POST', '/api/v1/keys', undefined],
    ['DELETE', '/api/v1/keys/key_x', undefined],
  ])('to %s %s changes nothing, with or without a session', async (method, path, body) => {
    for (const cookie of [secure.cookie, undefined]) {
      const answer = await ask(secure.test, method, path, { cookie, headers: elsewhere, body });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(refusal);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await ask(secure.test, 'GET', '/api/v1/session', { cookie: secure.cookie })).status).toBe(200);
  });

  it.each(['/api/v1/session', '/api/v1/keys', '/api/v1/users'])(
    'may GET %s and send HEAD, but pages cannot read the answer',
    async (path) => {
      const { test, cookie } = secure;
      const answer = await ask(test, 'GET', path, { cookie, headers: elsewhere });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const head = await fetch(`${test.url}${path}`, {
        method: 'HEAD',
        headers: { Cookie: cookie, ...elsewhere },
      });
      expect(head.status).toBe(200);
      for (const { headers } of [answer, head]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  it('gets no CORS headers', async () => {
    const preflight = await fetch(`${secure.test.url}/api/v1/keys`, {
      method: 'OPTIONS',
      headers: { ...elsewhere, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('works with a key, which a browser does not add by itself', async () => {
    const answer = await ask(secure.test, 'POST', '/api/v1/render', {
      headers: { ...elsewhere, 'X-API-Key': secure.test.key },
      body: { tiers: [{ title: 'S', items: [] }] },
    });
    expect(answer.status).toBe(200);
  });
});

describe('the host in a request', () => {
  const lies = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-Port: 666',
    'X-Forwarded-Prefix: /evil.example',
    'X-Original-Host: evil.example',
    'Forwarded: host=evil.example;proto=gopher',
  ];

  async function lying({ test, cookie }: Site, path: string, headers: string[], body: object) {
    const text = JSON.stringify(body);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: evil.example',
      'Connection: close',
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      ...lies,
      ...headers,
    ];
    const raw = await rawExchange(test.port, `${head.join('\r\n')}\r\n\r\n${text}`);
    expect(raw).not.toMatch(/evil\.example|gopher:|:666/);
    const answer = parseAnswer(raw);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body);
  }

  const sites: [string, () => Site, () => string][] = [
    ['a base address', () => secure, () => 'https://tiers.example.org/sub'],
    ['none', () => plain, () => `http://localhost:${plain.test.port}`],
  ];

  it.each(sites)('does not change the address of an image: with %s', async (_, site, base) => {
    const body = { tiers: [{ title: 'S', items: [] }] };
    const answer = await lying(site(), '/api/v1/render', [`X-API-Key: ${site().test.key}`], body);
    expect(answer.imageUrl).toBe(`${base()}${answer.imagePath}`);
  });

  it.each(sites)('does not change a one-time link: with %s', async (name, site, base) => {
    const email = `invited.${name.length}@example.org`;
    const { user, passwordLink } = await lying(site(), '/api/v1/users', [], { email });
    const link = /^(.*)\/password#[\w-]{43}$/;
    expect(link.exec(passwordLink.url)?.[1]).toBe(base());
    const again = await lying(site(), `/api/v1/users/${user.id}/password-link`, [], {});
    expect(link.exec(again.url)?.[1]).toBe(base());
    expect(again.url).not.toBe(passwordLink.url);
  });
});
