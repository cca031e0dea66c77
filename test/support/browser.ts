import { type Browser as Chromium, chromium } from 'playwright-core';
import sharp from 'sharp';
import { inject } from 'vitest';
import type { Drawing, Pixels } from '../../src/model/drawing.ts';
import type { Size } from '../../src/model/vocabulary.ts';

/** A browser that draws the SVG of an image. */
export interface Browser {
  /** Draws one SVG pixel as one pixel. */
  draw(drawing: Drawing): Promise<Pixels>;
  /** Decodes a WebP file. */
  decode(webp: Uint8Array, size: Size): Promise<Pixels>;
  /** Returns the characters of each text, set on one line, from left to right. */
  visualOrder(texts: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** The npm package of Chromium is for Linux only. */
export const hasBrowser = process.platform === 'linux';

/** Connects to the Chromium of the run. Closing the connection closes its pages. */
export function connectToChromium(): Promise<Chromium> {
  return chromium.connect(inject('chromium'));
}

/** Opens a page in which drawings are drawn. */
export async function openBrowser(): Promise<Browser> {
  const browser = await connectToChromium();
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

/** Runs in the page. The bounding box of a character gives its position. */
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
