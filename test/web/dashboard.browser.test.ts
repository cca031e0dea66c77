import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/model/limits.ts';
import { addMember, ask, goodPassword, logIn, type Member, passwordToken } from '../support/accounts.ts';
import { connectToChromium } from '../support/browser.ts';
import { serveCli } from '../support/cli.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { bringCookie, expectPresentable, runShell, walkFocus } from '../support/page-checks.ts';
import { lacks } from '../support/programs.ts';
import { costly } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openWindow, type WatchedPage } from '../support/web.ts';

const image = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const renderers = fakeRenderers(async () => image);
const noon = Date.parse('2026-03-10T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
let time = noon;

let browser: Browser;
let test: TestService;
beforeAll(async () => {
  const deps = { renderers, now: () => new Date(time) };
  [browser, test] = await Promise.all([connectToChromium(), startTestService({}, deps)]);
});
afterAll(async () => {
  await browser.close();
  await test.stop();
});
const windows: WatchedPage[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) {
    expect(window.problems).toEqual([]);
    await window.close();
  }
  time = noon;
});

async function open(options: BrowserContextOptions = {}, url = test.url): Promise<WatchedPage> {
  const window = await openWindow(browser, url, options);
  windows.push(window);
  return window;
}

/** Opens the dashboard with a session. */
async function openAs(cookie: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const window = await open(options);
  await bringCookie(window.page.context(), test.url, cookie);
  await window.page.goto('/dashboard');
  return window;
}

async function newMember(options: Parameters<typeof addMember>[1] = {}) {
  const member = await addMember(test, options);
  return { ...member, cookie: await logIn(test, member.email) };
}

let rankings = 0;
async function renderStatus(key: string): Promise<number> {
  rankings += 1;
  const body = { tiers: [{ title: 'S', items: [`Tea ${rankings}`] }] };
  return (await ask(test, 'POST', '/api/v1/render', { headers: { 'X-API-Key': key }, body })).status;
}

describe('the first start', () => {
  it.skipIf(lacks('curl'))(
    'leads from the printed link to a password, the dashboard, a key and an image',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-newcomer-'));
      const serving = await serveCli({ TIERPRESS_DATA_DIR: dataDir });
      try {
        const window = await open({}, serving.url);
        const { page } = window;
        const link = /http\S+\/password#\S+/.exec(serving.printed)?.[0] ?? '';
        await page.goto(link);
        expect(page.url(), 'the token must not stay in the address').toBe(`${serving.url}/password`);
        await expectPresentable(window);
        // The page in another language keeps the token.
        await page.getByRole('link', { name: 'Русский' }).click();
        await page.getByRole('link', { name: 'English' }).click();
        await page.getByLabel('New password').fill(goodPassword);
        await page.getByRole('button', { name: 'Set your password' }).click();
        await page.waitForURL('**/dashboard');
        expect(await page.locator('.lead').textContent()).toBe('owner@localhost');

        await page.getByLabel('Key name').fill('my bot');
        await page.getByRole('button', { name: 'Create a key' }).click();
        const [key, curl] = await page.locator('section.highlight pre').allTextContents();
        expect(key).toMatch(/^sk_live_\w{38}$/);
        expect(curl).toContain(key);
        await expectPresentable(window);

        const answer = JSON.parse(await runShell(`${curl} --silent --show-error`));
        expect(answer).toMatchObject({ success: true, width: 1080 });
        const bytes = Buffer.from(await (await fetch(answer.imageUrl)).arrayBuffer());
        expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');

        await page.goto('/dashboard');
        expect(await page.content(), 'a key is shown once').not.toContain(key);
        expect(await page.locator('li', { hasText: 'my bot' }).textContent()).toContain('Requests today1');

        await page.goto(link);
        await page.getByLabel('New password').fill('another good password');
        await page.getByRole('button', { name: 'Set your password' }).click();
        await page.getByRole('alert').filter({ hasText: 'This link has already been used' }).waitFor();
        await page.goto('about:blank');
        await page.goto('/password');
        await page.getByText('The token is missing from this address').waitFor();
        expect(await page.getByRole('button', { name: 'Set your password' }).isDisabled()).toBe(true);
        await expectPresentable(window);
      } finally {
        await serving.end('SIGTERM');
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});

describe('logging in', () => {
  let member: Member;
  beforeAll(async () => {
    member = await addMember(test);
    await logIn(test, member.email);
  });

  it('reports a wrong password, opens the dashboard with the right one, and ends with logging out', async () => {
    const window = await open();
    const { page } = window;
    await page.goto('/dashboard');
    await expectPresentable(window);
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill('not the password');
    const answered = page.waitForResponse('**/dashboard/log-in');
    await page.getByRole('button', { name: 'Log in' }).click();
    expect((await answered).status()).toBe(401);
    expect(await page.getByRole('alert').textContent()).toBe('The e-mail address or the password is wrong.');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(member.email);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await expectPresentable(window);

    // The page that answers a form has links to other languages, too.
    await page.getByRole('link', { name: '中文' }).click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();

    await page.getByLabel('E-mail address').fill(member.email.toUpperCase());
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/dashboard');
    expect(await page.locator('.lead').textContent()).toBe(member.email);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'tierpress_session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });

    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect((await page.request.get('/api/v1/session')).status()).toBe(401);
  });

  it('reports that an account is disabled', async () => {
    const { accounts } = test.service;
    const email = 'disabled@example.org';
    await accounts.addAccount({ email, plan: 'free', admin: false, password: goodPassword });
    const admin = await newMember({ admin: true });
    const { body } = await ask(test, 'GET', '/api/v1/users?limit=100', { cookie: admin.cookie });
    const users = body['users'];
    const disabled = Array.isArray(users) ? users.find((user) => user.email === email) : undefined;
    await ask(test, 'PATCH', `/api/v1/users/${disabled?.id}`, {
      cookie: admin.cookie,
      body: { disabled: true },
    });
    const { page } = await open();
    await page.goto('/dashboard?lang=ru');
    await page.getByLabel('Адрес почты').fill(email);
    await page.getByLabel('Пароль').fill(goodPassword);
    await page.getByRole('button', { name: 'Войти' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Учётная запись отключена.');
  });

  it('shows where the focus is, from the skip link to the last button', async () => {
    const { page } = await open();
    await page.goto('/dashboard');
    const stops = await walkFocus(page, 10);
    expect(stops.map(({ name }) => name)).toEqual([
      ...['Skip to content', 'tierpress', 'Templates', 'Log in', 'API', 'English', '中文', 'Русский'],
      ...['email', 'password'],
    ]);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});

describe('signing up', () => {
  it('is neither offered nor accepted where it is closed', async () => {
    const { page } = await open();
    await page.goto('/dashboard');
    expect(await page.getByRole('heading', { name: 'Sign up' }).count()).toBe(0);
    const form = { email: 'me@example.org', password: goodPassword };
    const answer = await page.request.post('/dashboard/sign-up', { form });
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain('Sign-up is closed. An admin can add accounts.');
  });

  it(
    'creates an account on the plan free where it is open, and reports an address that is taken',
    costly,
    async () => {
      const opened = await startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers });
      try {
        const window = await open({}, opened.url);
        const { page } = window;
        await page.goto('/dashboard');
        await expectPresentable(window);
        const form = page.locator('section', { hasText: 'New here?' });
        const fill = async (email: string) => {
          await form.getByLabel('E-mail address').fill(email);
          await form.getByLabel('Password').fill(goodPassword);
          await form.getByRole('button', { name: 'Sign up' }).click();
        };
        await fill('bot@example.org');
        await page
          .getByRole('alert')
          .filter({ hasText: 'An account with this address already exists.' })
          .waitFor();
        expect(await form.getByLabel('E-mail address').inputValue()).toBe('bot@example.org');
        await fill('анна@пример.рф');
        await page.waitForURL('**/dashboard');
        expect(await page.locator('.lead').textContent()).toBe('анна@пример.рф');
        expect(await page.locator('.figures').textContent()).toContain('free');
        expect(await page.locator('.figures').textContent()).toContain('50 left');
      } finally {
        await opened.stop();
      }
    },
  );
});

describe('the keys of an account', () => {
  it('are created, renamed, and revoked after a confirmation', async () => {
    const { cookie } = await newMember();
    const window = await openAs(cookie);
    const { page } = window;
    await page.getByLabel('Key name').fill('weekly');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.locator('section.highlight pre').first().textContent()) ?? '';
    expect(await renderStatus(key)).toBe(200);

    await page.getByRole('link', { name: 'Rename: weekly' }).click();
    await expectPresentable(window);
    await page.getByLabel('Name', { exact: true }).fill('monthly & more');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Key renamed.' }).waitFor();
    expect(await renderStatus(key)).toBe(200);

    await page.getByRole('link', { name: 'Revoke: monthly & more' }).click();
    await expectPresentable(window);
    await page.getByRole('link', { name: 'Cancel' }).click();
    expect(await renderStatus(key)).toBe(200);
    await page.getByRole('link', { name: 'Revoke: monthly & more' }).click();
    await page.getByRole('button', { name: 'Yes, revoke it' }).click();
    await page.getByRole('status').filter({ hasText: 'Key revoked.' }).waitFor();
    expect(await renderStatus(key)).toBe(401);
    expect(await page.getByText('monthly & more').count()).toBe(0);
  });

  it('have a limit, and a message for a key that no longer exists', async () => {
    const { id, cookie } = await newMember();
    for (let count = 1; count < limits.keysPerAccount; count += 1) {
      await test.service.accounts.createKey(id, `${count}`);
    }
    const { page } = await openAs(cookie);
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect(await page.getByRole('alert').textContent()).toBe(
      'An account can have at most 20 keys. Revoke one to create another.',
    );
    const answer = await page.request.post('/dashboard/keys/key_gone/rename', { form: { name: 'x' } });
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain('This no longer exists.');
  });

  it('are copied by a button', async () => {
    const { cookie } = await newMember();
    const { page } = await openAs(cookie, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = await page.locator('section.highlight pre').first().textContent();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  });
});

describe('the usage of an account', () => {
  it('is shown day by day, even after the clock is set back', async () => {
    const { key, cookie } = await newMember({ plan: 'business' });
    const use = async (days: number, requests: number) => {
      time = noon + days * dayMs;
      for (let count = 0; count < requests; count += 1) expect(await renderStatus(key)).toBe(200);
    };
    await use(-40, 2);
    await use(-2, 3);
    await use(-1, 1);
    await use(0, 2);
    const { page } = await openAs(cookie);
    const days = async () => {
      await page.goto('/dashboard');
      return page.locator('.chart title').allTextContents();
    };
    const shown = await days();
    expect(shown).toHaveLength(30);
    expect(shown.at(0)).toBe('2026-02-09: 0');
    expect(shown.slice(-4)).toEqual(['2026-03-07: 0', '2026-03-08: 3', '2026-03-09: 1', '2026-03-10: 2']);
    const label = await page.locator('.chart svg').getAttribute('aria-label');
    expect(label).toBe('Requests in the last 30 days. Total: 6 · daily maximum: 3');
    time = noon + 3 * dayMs;
    expect((await days()).slice(-5)).toEqual(
      ['09: 1', '10: 2', '11: 0', '12: 0', '13: 0'].map((day) => `2026-03-${day}`),
    );
    time = noon - 5 * dayMs;
    const earlier = await days();
    expect(earlier).toHaveLength(30);
    expect(earlier.at(-1)).toMatch(/^2026-03-05: /);
  });
});

describe('the password of an account', () => {
  it('is changed with the current one, which ends all other sessions', async () => {
    const { email, cookie } = await newMember();
    const { page } = await openAs(cookie);
    const change = async (current: string) => {
      await page.getByText('Change password').first().click();
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill('quite another password');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    expect(await page.getByRole('alert').textContent()).toBe('The current password is wrong.');
    const elsewhere = await ask(test, 'POST', '/api/v1/session', { body: { email, password: goodPassword } });
    await change(goodPassword);
    await page.getByRole('status').filter({ hasText: 'All other sessions have ended.' }).waitFor();
    expect(await page.locator('header').textContent()).toContain('Dashboard');
    expect((await ask(test, 'GET', '/api/v1/session', { cookie: elsewhere.cookie })).status).toBe(401);
    expect((await ask(test, 'GET', '/api/v1/session', { cookie })).status).toBe(401);
  });

  it('need not change to log out of all other browsers', async () => {
    const { email, cookie } = await newMember();
    const { cookie: elsewhere } = await ask(test, 'POST', '/api/v1/session', {
      body: { email, password: goodPassword },
    });
    const { page } = await openAs(cookie);
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await page.getByRole('status').filter({ hasText: 'All other sessions have ended.' }).waitFor();
    expect((await ask(test, 'GET', '/api/v1/session', { cookie: elsewhere })).status).toBe(401);
    expect((await ask(test, 'GET', '/api/v1/session', { cookie })).status).toBe(200);
  });
});

describe('a refused form', () => {
  it('is answered in the language of the page', async () => {
    const { id, cookie } = await newMember();
    for (let count = 1; count < limits.keysPerAccount; count += 1) {
      await test.service.accounts.createKey(id, `${count}`);
    }
    const { page } = await openAs(cookie);
    await page.goto('/dashboard?lang=zh');
    await page.getByRole('button', { name: '创建密钥' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('每个账号最多 20 个密钥。请先吊销一个再创建。');
    // The API's own message follows, marked as English.
    const answer = await page.request.post('/dashboard/keys', { form: { name: 'x'.repeat(101) } });
    expect(answer.status()).toBe(400);
    expect(await answer.text()).toContain(
      '服务无法接受此内容：<span lang="en"> name: must be at most 100 characters long</span>',
    );
  });

  it('keeps the token of a one-time link for another attempt', async () => {
    const { email } = await addMember(test);
    const token = await passwordToken(test, email);
    const { page } = await open();
    await page.goto(`/password?lang=ru#${token}`);
    await page.evaluate("document.querySelector('#set-password').noValidate = true");
    const set = async (password: string) => {
      await page.getByLabel('Новый пароль').fill(password);
      await page.getByRole('button', { name: 'Задать пароль' }).click();
    };
    await set('short');
    await page.getByRole('alert').filter({ hasText: 'В пароле должно быть от 10 до 200 знаков' }).waitFor();
    await set(goodPassword);
    await page.waitForURL('**/dashboard');
    expect(await page.locator('.lead').textContent()).toBe(email);
  });

  it('reports that the password has changed when only the other sessions could not be ended', async () => {
    const own = await startTestService({}, { renderers });
    try {
      const { email } = await addMember(own);
      const cookie = await logIn(own, email);
      const { page } = await open({}, own.url);
      await bringCookie(page.context(), own.url, cookie);
      await page.goto('/dashboard');
      const file = join(own.dataDir, 'sessions.json');
      await rm(file);
      await mkdir(join(file, 'in/the/way'), { recursive: true });
      await page.getByText('Change password').first().click();
      await page.getByLabel('Current password').fill(goodPassword);
      await page.getByLabel('New password').fill('quite another password');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('alert').filter({ hasText: 'Password changed, but' }).waitFor();
      await rm(file, { recursive: true });
      await page.getByRole('button', { name: 'Log out everywhere else' }).click();
      await page.getByRole('status').filter({ hasText: 'All other sessions have ended.' }).waitFor();
    } finally {
      await own.stop();
    }
  });
});

describe('an admin', () => {
  it('adds an account with a one-time link, changes its plan, and disables it', costly, async () => {
    const admin = await newMember({ plan: 'enterprise', admin: true });
    const window = await openAs(admin.cookie);
    const { page } = window;
    await page.getByRole('link', { name: 'Accounts' }).click();
    const email = 'zoe.with.quite.a.long.address@a-department.example.org';
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('combobox', { name: 'Plan' }).first().selectOption('creator');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const link = (await page.locator('section.highlight pre').textContent()) ?? '';
    await expectPresentable(window);

    const theirs = await open();
    await theirs.page.goto(link);
    await theirs.page.getByLabel('New password').fill(goodPassword);
    await theirs.page.getByRole('button', { name: 'Set your password' }).click();
    await theirs.page.waitForURL('**/dashboard');
    expect(await theirs.page.locator('.figures').textContent()).toContain('creator');
    await theirs.page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await theirs.page.locator('section.highlight pre').first().textContent()) ?? '';
    expect(await renderStatus(key)).toBe(200);

    const row = page.getByRole('row', { name: email });
    const change = async () => {
      await row.getByRole('link', { name: `Change: ${email}` }).click();
      await expectPresentable(window);
    };
    const save = page.getByRole('button', { name: `Save: ${email}` });
    await change();
    await page.getByLabel(`Plan: ${email}`).selectOption('business');
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    await theirs.page.goto('/dashboard');
    expect(await theirs.page.locator('.figures').textContent()).toContain('business');

    expect(await row.getByRole('cell').allTextContents()).toEqual(['business', '1', '1', 'Change']);
    await change();
    await page.getByLabel('Disabled', { exact: true }).check();
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(await row.getByRole('rowheader').textContent()).toBe(`${email} Disabled`);
    expect(await renderStatus(key)).toBe(401);
    await theirs.page.goto('/dashboard');
    await theirs.page.getByRole('heading', { name: 'Log in' }).waitFor();

    await change();
    await page.getByRole('button', { name: `One-time link: ${email}` }).click();
    expect(await page.locator('section.highlight pre').textContent()).not.toBe(link);
  });

  it('who is the only one cannot give up admin rights', async () => {
    const alone = await startTestService({}, { renderers });
    try {
      const { email } = await addMember(alone, { admin: true });
      const cookie = await logIn(alone, email);
      const window = await open({}, alone.url);
      await bringCookie(window.page.context(), alone.url, cookie);
      const { page } = window;
      await page.goto('/dashboard/accounts');
      await page.getByRole('link', { name: `Change: ${email}` }).click();
      const form = page.getByRole('row').filter({ has: page.getByRole('button') });
      await form.getByLabel('Admin').uncheck();
      await form.getByRole('button', { name: `Save: ${email}` }).click();
      await page.getByRole('alert').filter({ hasText: 'the last admin account' }).waitFor();
      expect(await form.getByLabel('Admin').isChecked()).toBe(true);

      // With a second admin the change is allowed, and leads to the dashboard.
      await addMember(alone, { admin: true });
      await form.getByLabel('Admin').uncheck();
      await form.getByRole('button', { name: `Save: ${email}` }).click();
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      expect(await page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
    } finally {
      await alone.stop();
    }
  });

  it('is the only one who can open the page of all accounts', async () => {
    const { cookie } = await newMember();
    const { page } = await openAs(cookie);
    expect(await page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
    const answer = await page.goto('/dashboard/accounts');
    expect(answer?.status()).toBe(403);
    expect(await page.getByRole('alert').textContent()).toBe('Only an admin can do this.');
    expect(await page.content()).not.toContain('member-1@example.org');
    const form = { email: 'x@example.org', plan: 'free' };
    expect((await page.request.post('/dashboard/accounts', { form })).status()).toBe(403);
    await page.context().clearCookies();
    await page.goto('/dashboard/accounts');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });
});

describe('the language of a page', () => {
  it.each([
    ['zh-CN', 'zh-Hans', '登录'],
    ['ru-RU', 'ru', 'Войти'],
    ['en-GB', 'en', 'Log in'],
    ['fr-FR', 'en', 'Log in'],
  ])('for a browser in %s is %s', async (locale, lang, title) => {
    const { page } = await open({ locale });
    await page.goto('/dashboard');
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(await page.locator('h1').textContent()).toBe(title);
  });

  it('can be changed on any page, which stays open, and applies to later pages', costly, async () => {
    const { cookie } = await newMember();
    const window = await openAs(cookie);
    const { page } = window;
    await page.getByRole('link', { name: 'Revoke: Unnamed' }).click();
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.getByRole('button', { name: 'Да, отозвать' }).waitFor();
    await expectPresentable(window);
    await page.goto('/dashboard');
    expect(await page.locator('h1').textContent()).toBe('Кабинет');
    await page.goto('/docs');
    expect(await page.locator('h1').textContent()).toBe('Справочник API');
    await page.goto('/password');
    expect(await page.locator('h1').textContent()).toBe('Задать пароль');
    await page.goto('/dashboard?lang=xx');
    expect(await page.locator('h1').textContent()).toBe('Кабинет');
  });
});

describe('the site without JavaScript', () => {
  it('works except for one-time links', costly, async () => {
    const { email } = await newMember({ admin: true });
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto('/password#token');
    // This browser hides the element although scripts are off.
    expect(await page.locator('noscript').textContent()).toContain('This page needs JavaScript');
    expect(await page.getByLabel('New password').isDisabled()).toBe(true);

    await page.goto('/dashboard');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Key name').fill('one');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.locator('section.highlight pre').first().textContent()) ?? '';
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Rename: one' }).click();
    await page.getByLabel('Name', { exact: true }).fill('two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Revoke: two' }).click();
    await page.getByRole('button', { name: 'Yes, revoke it' }).click();
    await page.getByRole('status').waitFor();
    expect(await renderStatus(key)).toBe(401);
    await page.getByText('Change password').first().click();
    await page.getByLabel('Current password').waitFor();
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('link', { name: `Change: ${email}` }).click();
    await page.getByRole('button', { name: `One-time link: ${email}` }).click();
    expect(await page.locator('section.highlight pre').textContent()).toContain('/password#');
    await page.getByRole('link', { name: 'API' }).click();
    expect(await page.locator('pre').first().textContent()).toContain('curl');
    await page.getByRole('navigation', { name: 'Operations' }).getByText('Make an image').click();
    expect(await page.locator('#render .endpoint').textContent()).toContain('/api/v1/render');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });
});
