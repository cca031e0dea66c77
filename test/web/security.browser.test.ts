import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask, goodPassword, logIn, type Member } from '../support/accounts.ts';
import { connectToChromium } from '../support/browser.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { bringCookie } from '../support/page-checks.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { attacks, foreignElements, openWindow } from '../support/web.ts';

const image = { bytes: Buffer.from('image'), width: 1, height: 1, warnings: [] };

let browser: Browser;
let test: TestService;
let admin: Member & { readonly cookie: string };
beforeAll(async () => {
  const renderers = fakeRenderers(async () => image);
  [browser, test] = await Promise.all([
    connectToChromium(),
    startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers }),
  ]);
  const member = await addMember(test, { admin: true });
  admin = { ...member, cookie: await logIn(test, member.email) };
});
afterAll(async () => {
  await browser.close();
  await test.stop();
});

async function openAsAdmin() {
  const window = await openWindow(browser, test.url);
  await bringCookie(window.page.context(), test.url, admin.cookie);
  return window;
}

describe('every page', () => {
  it.each([
    ['/dashboard', 'no-store', false],
    ['/dashboard', 'no-store', true],
    ['/dashboard/accounts', 'no-store', true],
    ['/password', 'no-store', false],
    ['/docs', 'no-cache', false],
  ])('%s has headers against foreign content and for caching (%s)', async (path, caching, isLoggedIn) => {
    const headers = isLoggedIn ? { Cookie: admin.cookie } : {};
    const answer = await fetch(`${test.url}${path}`, { headers });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': caching,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    expect(html.includes('content="noindex"')).toBe(caching === 'no-store');
  });

  it('refuses a body that is not a form', async () => {
    const post = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${test.url}/dashboard/keys`, {
        method: 'POST',
        headers: { Cookie: admin.cookie, ...headers },
        body,
      });
    const type = 'application/x-www-form-urlencoded';
    expect((await post({ 'Content-Type': 'application/json' }, '{"name":"x"}')).status).toBe(415);
    expect((await post({ 'Content-Type': 'text/plain' }, 'name=x')).status).toBe(415);
    expect((await post({ 'Content-Type': type }, `name=${'x'.repeat(20_000)}`)).status).toBe(413);
    expect((await post({ 'Content-Type': type }, 'name=a%00b')).status).toBe(400);
    const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie: admin.cookie });
    expect(body['keys']).toHaveLength(1);
  });
});

/** Starts a site on another port, which has another origin. */
async function startElsewhere(html: (path: string) => string): Promise<{ server: Server; url: string }> {
  const server = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(html(req.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port }: AddressInfo = portOf(server);
  return { server, url: `http://localhost:${port}` };
}

function portOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server is not listening');
  return address;
}

describe('a page of another origin', () => {
  const fields = {
    name: 'theirs',
    email: 'evil@example.org',
    password: goodPassword,
    currentPassword: goodPassword,
    plan: 'enterprise',
    admin: 'on',
  };

  it('cannot submit any form, although the browser sends the cookie', async () => {
    const before = await ask(test, 'GET', '/api/v1/keys', { cookie: admin.cookie });
    const keys = before.body['keys'];
    const keyId = Array.isArray(keys) ? String(keys[0]?.id) : '';
    const other = await addMember(test);
    const forms = [
      '/dashboard/log-in',
      '/dashboard/sign-up',
      '/dashboard/log-out',
      '/dashboard/keys',
      `/dashboard/keys/${keyId}/rename`,
      `/dashboard/keys/${keyId}/revoke`,
      '/dashboard/password',
      '/dashboard/end-others',
      '/dashboard/accounts',
      `/dashboard/accounts/${other.id}`,
      `/dashboard/accounts/${other.id}/link`,
    ];
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
    const { server, url } = await startElsewhere(
      (path) =>
        `<form method="post" action="${test.url}${path}">${inputs.join('')}<button>Win a prize</button></form>`,
    );
    const { page, close } = await openAsAdmin();
    try {
      for (const form of forms) {
        await page.goto(`${url}${form}`);
        const sent = page.waitForRequest((request) => request.method() === 'POST');
        const answered = page.waitForResponse(`${test.url}${form}`);
        await page.getByRole('button').click();
        expect(await (await sent).headerValue('cookie'), form).toContain('tierpress_session');
        const answer = await answered;
        expect(answer.status(), form).toBe(403);
        expect(await answer.json()).toEqual({
          success: false,
          message: 'The request must come from a page of the same origin',
        });
      }
    } finally {
      await close();
      server.close();
    }
    expect((await ask(test, 'GET', '/api/v1/keys', { cookie: admin.cookie })).body).toEqual(before.body);
    const { body } = await ask(test, 'GET', '/api/v1/users?limit=100', { cookie: admin.cookie });
    const users = Array.isArray(body['users']) ? body['users'] : [];
    expect(users.some(({ email }) => email === fields.email)).toBe(false);
    expect(users.find(({ id }) => id === other.id)).toMatchObject({ plan: 'free', admin: false });
  });

  it('cannot frame or read a page, or use the API in the name of the account', async () => {
    const { server, url } = await startElsewhere(() => `<iframe src="${test.url}/dashboard"></iframe>`);
    const { page, close } = await openAsAdmin();
    try {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(url);
      await refused;
      const address = JSON.stringify(`${test.url}/api/v1/keys`);
      const ask = (init: string) =>
        page.evaluate(`fetch(${address}, ${init}).then(() => 'read', (error) => error.name)`);
      expect(await ask("{ credentials: 'include' }")).toBe('TypeError');
      expect(await ask("{ method: 'POST', credentials: 'include' }")).toBe('TypeError');
    } finally {
      await close();
      server.close();
    }
    const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie: admin.cookie });
    expect(body['keys']).toHaveLength(1);
  });
});

describe('a text that contains a script', () => {
  it('is harmless as the name of a key', async () => {
    for (let from = 0; from < attacks.length; from += 16) {
      const some = attacks.slice(from, from + 16);
      const member = await addMember(test);
      for (const name of some) await test.service.accounts.createKey(member.id, name);
      const window = await openWindow(browser, test.url);
      const { page, problems } = window;
      await bringCookie(page.context(), test.url, await logIn(test, member.email));
      await page.goto('/dashboard');
      expect(await page.locator('li strong').allTextContents()).toEqual(['Unnamed', ...some]);
      expect(await page.locator(foreignElements).count()).toBe(0);
      const [first = ''] = some;
      await page.getByRole('link', { name: `Rename: ${first}` }).click();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(first);
      expect(problems).toEqual([]);
      await window.close();
    }
  });

  it('is harmless as an e-mail address', async () => {
    const emails = attacks.map((attack) => `${attack.replace(/[\s@]/g, '/')}@example.org`.toLowerCase());
    for (const email of emails) await test.service.accounts.addAccount({ email, plan: 'free', admin: false });
    const { page, problems, close } = await openAsAdmin();
    const shown: string[] = [];
    for (const number of [1, 2]) {
      await page.goto(`/dashboard/accounts?page=${number}`);
      shown.push(...(await page.locator('th.email').allTextContents()));
      expect(await page.locator(foreignElements).count()).toBe(0);
    }
    expect(shown).toEqual(expect.arrayContaining(emails));
    const [first = ''] = emails;
    await page.goto('/dashboard/accounts');
    await page.getByRole('link', { name: `Change: ${first}` }).click();
    await page.getByRole('button', { name: `One-time link: ${first}` }).click();
    expect(await page.locator('section.highlight strong').textContent()).toBe(first);
    expect(problems).toEqual([]);
    await close();
  });

  it('is harmless in an address, and in a form that is shown again', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    const names = ['revoke', 'rename', 'done', 'page', 'lang', 'q'];
    // Without the policy of the real answer: the page itself has to be harmless.
    const expectInert = async (answer: Response) => {
      await page.setContent(await answer.text());
      expect(await page.locator(foreignElements).count()).toBe(0);
    };
    for (const [index, attack] of attacks.entries()) {
      const query = new URLSearchParams(names.map((name) => [name, attack]));
      const cookie = { headers: { Cookie: admin.cookie } };
      await expectInert(await fetch(`${test.url}/dashboard?${query}`, cookie));
      await expectInert(await fetch(`${test.url}/dashboard?${query}`));
      // These pages read only the language and a page number.
      if (index % 8 === 0) {
        await expectInert(await fetch(`${test.url}/dashboard/accounts?${query}`, cookie));
        await expectInert(await fetch(`${test.url}/password?${query}`));
        await expectInert(await fetch(`${test.url}/docs?${query}`));
      }
      const form = new URLSearchParams({ email: attack, password: attack });
      const answer = await fetch(`${test.url}/dashboard/log-in`, { method: 'POST', body: form });
      expect(answer.status).toBe(400);
      await expectInert(answer);
      expect(await page.getByLabel('E-mail address').first().inputValue()).toBe(attack);
    }
    expect(problems.filter((problem) => !problem.startsWith('requests '))).toEqual([]);
    await close();
  });

  it('is harmless after the # of an address', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    for (const attack of attacks.slice(0, 4)) {
      await page.goto('about:blank');
      await page.goto(`/password#${attack}`);
      expect(await page.locator(foreignElements).count()).toBe(0);
    }
    for (const attack of attacks.slice(0, 1)) {
      await page.goto('about:blank');
      await page.goto(`/docs#${attack}`);
      await page.locator('.operation').first().waitFor();
      expect(await page.locator(foreignElements).count()).toBe(0);
    }
    expect(problems).toEqual([]);
    await close();
  });
});
