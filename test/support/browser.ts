import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import type { Drawing, Pixels } from '../../src/model/drawing.ts';

/** A browser that draws what people see when they open a picture's SVG. */
export interface Browser {
  /** One SVG pixel is one pixel of the picture. */
  draw(drawing: Drawing): Promise<Pixels>;
  close(): Promise<void>;
}

/** Chromium comes from npm, for Linux alone. */
export const hasBrowser = process.platform === 'linux';

/** Starts Chromium without a network: no name is resolved. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, '--host-resolver-rules=MAP * ~NOTFOUND', '--disable-background-networking'],
    headless: true,
  });
  const page = await browser.newPage();
  return {
    async draw(drawing) {
      await page.setViewportSize(drawing.canvas);
      await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${drawing.svg()}`);
      const { data, info } = await sharp(await page.screenshot())
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    },
    close: () => browser.close(),
  };
}
