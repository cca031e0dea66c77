import { describe, expect, inject, it } from 'vitest';

const test = inject('service');
const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en' };

async function open(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${test.url}${path}`, { headers: browser, redirect: 'manual', ...init });
  return { answer, text: await answer.text() };
}

describe('an address without anything', () => {
  it('is a page for a browser, with the templates that its words find', async () => {
    const { answer, text } = await open('/tier/ice-cream');
    expect(answer.status).toBe(404);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(text).toContain('There is nothing at this address');
    expect(text).toContain('Ice Cream Flavours');
    expect(text).toContain('content="noindex"');
  });

  it('has recommended templates for words that find nothing, in the language of the browser', async () => {
    const { answer, text } = await open('/qqqq/zzzz.webp', {
      headers: { ...browser, 'Accept-Language': 'ru' },
    });
    expect(answer.status).toBe(404);
    expect(text).toContain('По этому адресу ничего нет');
    expect(text.match(/class="template"/g)).toHaveLength(6);
  });

  it.each(['/%E0%A4%A', '/tier/%3Cscript%3E', `/${'a'.repeat(2000)}`, '/tier/..%2f..%2fetc'])(
    'is a page without elements from the address: %.30s',
    async (path) => {
      const { answer, text } = await open(path);
      expect([400, 404]).toContain(answer.status);
      expect(text).not.toContain('<script>');
    },
  );

  it.each([
    ['a client without a preference', '/tier/ice-cream', {}],
    ['a client that prefers JSON', '/tier/ice-cream', { Accept: 'application/json, text/html;q=0.5' }],
    ['an address of the API', '/api/v1/nothing', browser],
  ])('is the error body for %s', async (_, path, headers) => {
    const answer = await fetch(`${test.url}${path}`, { headers });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false });
  });

  it('is the error body for a POST of a browser', async () => {
    const { answer, text } = await open('/ice-cream', { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ success: false });
  });
});

describe('an address with a slash too many', () => {
  it.each([
    ['/tier/1/', '/tier/1'],
    ['/docs/?lang=ru', '/docs?lang=ru'],
    ['/tier/custom/?b=x', '/tier/custom?b=x'],
  ])('%s leads to the page', async (path, target) => {
    const { answer } = await open(path);
    expect(answer.status).toBe(308);
    const address = new URL(answer.headers.get('Location') ?? '', `${test.url}${path}`);
    expect(address.href).toBe(`${test.url}${target}`);
  });

  it('leads to no other host, and nowhere if there is no such page', async () => {
    for (const path of ['//example.org/', '//example.org/tier/1/', '/nothing/', '//']) {
      const { answer } = await open(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Location')).toBeNull();
    }
  });
});
