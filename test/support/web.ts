import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sampleOf } from './runs.ts';

/** A page in its own window, with the problems that occurred on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy, errors, dialogs, requests to other origins. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Opens a window. @param baseUrl of the service: a request to any other origin is a problem */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  await page.exposeFunction(
    'noteViolation',
    (violation: string) => void problems.push(`violation: ${violation}`),
  );
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI))",
  );
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (['http:', 'https:'].includes(protocol) && origin !== baseUrl)
      problems.push(`requests ${request.url()}`);
  });
  return { page, problems, close: () => context.close() };
}

const require = createRequire(import.meta.url);
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the findings of axe-core on the page: rule and element. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) {
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const options = { runOnly: axeRules, resultTypes: ['violations'] };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
  );
}

/** Texts that run a script where a page treats them as markup, an address or code. */
export const attacks = sampleOf([
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<math><mtext></mtext><script>alert(1)</script></math>',
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '" autofocus onfocus="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=`alert(1)',
  '$' + '{alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '<style>@import "https://evil.example/x.css";</style>',
]);

/** Selects elements that no page of the service has and one of the attacks would create. */
export const foreignElements =
  'img[src="x"], iframe, video, math, animate, input[autofocus], script:not([src^="/assets/"]), style, ' +
  '[onload], [onerror], [onfocus], [ontoggle], [onbegin], [onmouseover], [href^="javascript:"]';
