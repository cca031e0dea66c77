import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FontStack } from '../../src/text/font-stack.ts';
import { visualRuns } from '../../src/text/lines.ts';
import { piecesOf } from '../../src/text/pieces.ts';
import { type Browser, hasBrowser, openBrowser } from '../support/browser.ts';
import { runs } from '../support/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);

/** Returns the characters of a text in one line, in visual order. */
function visualOrder(text: string): string {
  return visualRuns(piecesOf(text, stack))
    .flatMap((run) => (run.level % 2 === 1 ? Array.from(run.text).reverse() : [run.text]))
    .join('');
}

/** Letters of both directions, both kinds of digits, and characters with neutral or weak direction. */
const characters = [...'abCאבגעب12٣()[]"-+$,.:/% '];
const texts = fc.sample(
  fc.array(fc.constantFrom(...characters), { minLength: 2, maxLength: 14 }).map((list) => list.join('')),
  { numRuns: runs(600), seed: 9 },
);

describe.skipIf(!hasBrowser)('visualRuns', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('orders characters as Chromium does', async () => {
    const lines = texts.map((text) => text.trim().replaceAll(/ +/g, ' ')).filter((text) => text !== '');
    const shown = await browser.visualOrder(lines);
    const wrong = lines.filter((text, index) => visualOrder(text) !== shown[index]);
    expect(lines.length).toBeGreaterThan(runs(500));
    expect(wrong).toEqual([]);
  });
});
