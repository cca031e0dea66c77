import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RenderRequest, type Signing, signedUrl } from '../../src/client/index.ts';
import { connectToChromium, hasBrowser } from '../support/browser.ts';

const bundle = new URL('../../dist/client/tierpress.js', import.meta.url);
const signing: Signing = {
  baseUrl: 'https://tiers.example.org/base',
  keyId: 'key_8YtR1mB6qKx0',
  signingSecret: `ss_live_${'A'.repeat(43)}`,
};
const request: RenderRequest = {
  title: 'Чай 茶 🍵',
  scale: 2,
  tiers: [{ title: 'S', items: Array(40).fill('Tea') }],
};

describe.skipIf(!hasBrowser)('signedUrl in a browser', () => {
  const server = createServer(async (question, response) => {
    const isBundle = question.url === '/tierpress.js';
    response.setHeader('Content-Type', isBundle ? 'text/javascript' : 'text/html');
    response.end(isBundle ? await readFile(bundle) : '<!doctype html><title>Client</title>');
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, 'localhost', resolve)));
  afterAll(() => server.close());

  it('makes the address that it makes in Node.js', async () => {
    const browser = await connectToChromium();
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    const made = await page.evaluate<string>(
      `import('/tierpress.js').then(({ signedUrl }) => signedUrl(${JSON.stringify(request)}, ${JSON.stringify(signing)}))`,
    );
    expect(made).toMatch(
      /^https:\/\/tiers\.example\.org\/base\/i\/1[\w-]+\.webp\?k=key_8YtR1mB6qKx0&scale=2&s=[\w-]{32}$/,
    );
    expect(made).toBe(await signedUrl(request, signing));
    await browser.close();
  });
});
