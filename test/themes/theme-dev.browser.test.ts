import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectToChromium } from '../support/browser.ts';
import { ocean, oceanOn, putTheme } from '../support/themes.ts';

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));
const run = (name: string, args: readonly string[], dataDir: string) =>
  spawn(process.execPath, [script(name), ...args], {
    env: { PATH: process.env['PATH'] ?? '', TIERPRESS_DATA_DIR: dataDir },
  });

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tierpress-theme-kit-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));

describe('theme:new', () => {
  async function start(...args: string[]) {
    const child = run('theme-new', args, dataDir);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
    return { code, stdout, stderr };
  }

  test('creates a valid theme, with a schema next to it', async () => {
    const file = join(dataDir, 'themes', 'reef.json');
    expect(await start('reef')).toMatchObject({ code: 0, stdout: expect.stringContaining(file), stderr: '' });
    const { $schema, ...tokens } = JSON.parse(await readFile(file, 'utf8'));
    const { name: _, ...night } = (await import('../../src/themes/night.ts')).night;
    expect(tokens).toEqual(night);
    const schema: unknown = JSON.parse(await readFile(join(dataDir, 'themes', $schema), 'utf8'));
    expect(schema).toMatchObject({ title: 'tierpress theme' });
  });

  test('does not overwrite a theme', async () => {
    await putTheme(dataDir, 'reef', 'mine');
    const file = join(dataDir, 'themes', 'reef.json');
    const stderr = `theme:new: ${file}: already exists\n`;
    expect(await start('reef')).toEqual({ code: 1, stdout: '', stderr });
    expect(await readFile(file, 'utf8')).toBe('mine');
    await rm(file);
  });

  test.each([
    ['night', 'theme:new: night: "night" is a theme that is built in\n'],
    ['../reef', expect.stringMatching(/^theme:new: \.\.\/reef: a theme's name is lower-case letters/)],
    ['Reef', expect.stringMatching(/^theme:new: Reef: a theme's name is lower-case letters/)],
    [undefined, 'theme:new: usage: npm run theme:new NAME\n'],
  ])('refuses the name %s', async (name, stderr) => {
    expect(await start(...(name === undefined ? [] : [name]))).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('theme:dev', () => {
  let child: ReturnType<typeof run>;
  let address: URL;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    await putTheme(dataDir, 'ocean', ocean);
    child = run('theme-dev', ['ocean'], dataDir);
    address = new URL(await firstLine(child));
    browser = await connectToChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (sent) => hosts.add(new URL(sent.url()).host || sent.url()));
    await page.goto(address.href);
  });
  afterAll(async () => {
    await browser.close();
    child.kill('SIGKILL');
  });

  /** Waits until the first board is drawn on this ground, by the pixel in its corner. */
  async function groundBecomes(color: string): Promise<void> {
    await page.waitForFunction((wanted) => {
      const figure = document.querySelector<HTMLElement>('figure');
      const image = figure?.querySelector('img');
      if (figure?.dataset['state'] !== 'drawn' || !image) return false;
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const corner = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
      return `#${corner.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` === wanted;
    }, color);
  }

  const shown = () => page.locator('#sheet').isVisible();

  test('draws the whole sheet, the visible boards first', async () => {
    await groundBecomes('#0b0f1a');
    expect(await page.title()).toBe('ocean');
    const figures = await page.locator('figure').count();
    const { boards }: { boards: object } = await import(script('contact-boards'));
    expect(figures).toBe(4 * Object.keys(boards).length);
    const hidden = page.locator('figure').last();
    expect(await hidden.getAttribute('data-state')).toBe('stale');
    await hidden.scrollIntoViewIfNeeded();
    await expect.poll(() => hidden.getAttribute('data-state'), { timeout: 20_000 }).toBe('drawn');
    await page.mouse.wheel(0, -100_000);
  });

  test('redraws when the file is saved', async () => {
    await putTheme(dataDir, 'ocean', oceanOn('#002040'));
    await groundBecomes('#002040');
  });

  test('shows the problems of an invalid theme until they are fixed', async () => {
    const colors = { ...ocean.colors, label: '#5a6a90' };
    await putTheme(dataDir, 'ocean', { ...ocean, colors });
    const problem = page.locator('#problems li');
    await problem.waitFor();
    expect(await problem.allTextContents()).toEqual([
      'themes/ocean.json: colors.label: contrast 2.5:1 on colors.tile, must be at least 4.5:1',
    ]);
    expect(await shown()).toBe(false);
    expect(await page.locator('figure img[src]').count()).toBe(0);

    await putTheme(dataDir, 'ocean', oceanOn('#200040'));
    await groundBecomes('#200040');
    expect(await shown()).toBe(true);
    expect(await problem.count()).toBe(0);
  });

  test('lists a new theme next to the built-in ones as soon as its file exists', async () => {
    await putTheme(dataDir, 'dawn', ocean);
    await expect
      .poll(() => page.locator('#theme option').allTextContents())
      .toEqual(['night (built in)', 'paper (built in)', 'arcade (built in)', 'dawn', 'ocean']);
    await page.selectOption('#theme', 'dawn');
    await groundBecomes('#0b0f1a');
    await page.selectOption('#theme', 'ocean');
    await groundBecomes('#200040');
  });

  test('shows boards in the width of a phone, on light and on dark', async () => {
    await page.getByText('phone').click();
    expect((await page.locator('.frame').first().boundingBox())?.width).toBe(375);
    const surround = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await surround();
    await page.getByText('light', { exact: true }).click();
    expect(await surround()).not.toBe(dark);
  });

  test('measures in pixels of the canvas', async () => {
    await page.getByText('full', { exact: true }).click();
    const box = await page.locator('.frame').first().boundingBox();
    const [x, y] = [box?.x ?? 0, box?.y ?? 0];
    const reading = () => page.locator('#reading text').textContent();
    await page.mouse.move(x + 30, y + 40);
    expect(await reading()).toBe('30, 40');
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 80);
    expect(await reading()).toBe('30 × 40, 50.0 px');
    await page.mouse.up();
  });

  test('offers the SVG of a board', async () => {
    const href = await page
      .locator('figcaption a')
      .first()
      .evaluate((link) => link instanceof HTMLAnchorElement && link.href);
    const answer = await fetch(String(href));
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; img-src data:; sandbox");
    expect(await answer.text()).toMatch(/^<svg .*fill="#200040"/s);
  });

  test('uses no other host, and violates no content policy', () => {
    expect([...hosts].filter((host) => !host.startsWith('blob:'))).toEqual([address.host]);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['another name for this machine', 'GET', '/', 'evil.example', 403],
    ['another method', 'POST', '/', undefined, 405],
    ['a file beside the page', 'GET', '/server.mjs', undefined, 404],
    ['a path out of the folder', 'GET', '/../package.json', undefined, 404],
    ['a version that is no more', 'GET', '/boards/ocean/0/three/3x4.png', undefined, 404],
    ['no board', 'GET', '/boards/ocean/0/constructor/3x4.png', undefined, 404],
  ])('refuses %s', async (_, method, path, host, status) => {
    const answered = new Promise((resolve, reject) => {
      const sent = request({ host: address.hostname, port: address.port, method, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      if (host !== undefined) sent.setHeader('Host', host);
      sent.end();
    });
    expect(await answered).toBe(status);
  });

  test('exits when interrupted', async () => {
    const end = ended(child);
    child.kill('SIGINT');
    expect(await end).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });
});

/** Resolves with the first output of a process. Rejects with its error output if it exits first. */
function firstLine(child: ReturnType<typeof run>): Promise<string> {
  return new Promise((resolve, reject) => {
    const said = text(child.stderr);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [line, ...rest] = printed.split('\n');
      if (rest.length > 0) resolve(line ?? '');
    });
    child.once('close', async () => reject(new Error(await said)));
  });
}
