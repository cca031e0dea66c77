import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import type { Drawing, Pixels } from '../../src/model/drawing.ts';
import type { Size } from '../../src/model/vocabulary.ts';

/** A browser that draws what people see when they open a picture's SVG. */
export interface Browser {
  /** One SVG pixel is one pixel of the picture. */
  draw(drawing: Drawing): Promise<Pixels>;
  /** A finished WebP as the browser decodes it. */
  decode(webp: Uint8Array, size: Size): Promise<Pixels>;
  /** The characters of texts in one line, as they stand from left to right. */
  visualOrder(texts: readonly string[]): Promise<string[]>;
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
  const shoot = async (size: Size, body: string): Promise<Pixels> => {
    await page.setViewportSize({ width: size.width, height: size.height });
    await page.setContent(`<!doctype html><style>body{margin:0}svg,img{display:block}</style>${body}`);
    const { data, info } = await sharp(await page.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  };
  return {
    draw: (drawing) => shoot(drawing.canvas, drawing.svg()),
    decode: (webp, size) =>
      shoot(size, `<img src="data:image/webp;base64,${Buffer.from(webp).toString('base64')}">`),
    async visualOrder(texts) {
      await page.setContent('<!doctype html>');
      return JSON.parse(await page.evaluate<string>(`(${orderInPage})(${JSON.stringify(texts)})`));
    },
    close: () => browser.close(),
  };
}

/** Runs in the page. Where a character stands says the box around it. */
const orderInPage = `(texts) => JSON.stringify(texts.map((text) => {
  const line = document.createElement('div');
  line.dir = 'auto';
  line.style.whiteSpace = 'pre';
  line.textContent = text;
  document.body.replaceChildren(line);
  const middle = (index) => {
    const range = document.createRange();
    range.setStart(line.firstChild, index);
    range.setEnd(line.firstChild, index + 1);
    const { left, right } = range.getBoundingClientRect();
    return left + right;
  };
  return Array.from(text, (character, index) => [middle(index), character])
    .sort(([left], [right]) => left - right)
    .map(([, character]) => character)
    .join('');
}))`;
