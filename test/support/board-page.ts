import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { connectToChromium } from './browser.ts';
import { startTestService, type TestService } from './service.ts';
import { openWindow, type WatchedPage } from './web.ts';

/** The ranking board of a service whose one visitor may draw as much as the tests of a file do. */
export interface BoardSite {
  /** Of the service, without a trailing slash. */
  readonly url: string;
  /** Opens a window without a page. */
  openWindow(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens a page with a board in a window of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
}

/** Starts a service and connects to the browser for all tests of a file. */
export function boardSite(): BoardSite {
  let test: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [test, browser] = await Promise.all([
      startTestService({ TIERPRESS_VISITOR_MINUTE: '1000', TIERPRESS_VISITOR_DAY: '10000' }),
      connectToChromium(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await test.stop();
  });
  const openEmpty = (options: BrowserContextOptions = {}) =>
    openWindow(browser, test.url, { viewport: { width: 1280, height: 1000 }, ...options });
  return {
    get url() {
      return test.url;
    },
    openWindow: openEmpty,
    async open(path, options) {
      const watched = await openEmpty(options);
      await openBoard(watched.page, path);
      return watched;
    },
  };
}

export async function openBoard(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.pool').waitFor();
}

/** A button, such as the tile of an item. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The items of a tier, or of the pool. */
export const row = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem');
/** The preview, while it is that of the board. */
export const shownPreview = (page: Page) =>
  page.locator('.preview-frame.shown .preview-image > svg:only-child');
export const announced = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
