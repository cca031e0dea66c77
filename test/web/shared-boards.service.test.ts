import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../src/model/request.ts';
import { linkOf } from '../support/links.ts';
import { type PhotoHost, plainPhoto, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { postBoard } from '../support/shared-requests.ts';
import { attacks } from '../support/web.ts';

const dishes: RenderRequest = {
  templateId: 1,
  title: 'My dishes',
  aspectRatio: '1:1',
  tiers: [
    { title: 'S', items: ['item_3', 'item_0'] },
    { title: 'A', items: [] },
    { title: 'B', items: ['item_5'] },
  ],
};
const drinks: RenderRequest = { items: ['Tea', 'Cocoa'], tiers: [{ title: 'S', items: [1] }] };

let host: PhotoHost;
let test: TestService;
beforeAll(async () => {
  host = await startPhotoHost({ '/red.png': await plainPhoto('#ff0000', { kind: 'png' }) });
  test = await startTestService({
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    TIERPRESS_ALLOW_PORTS: String(host.port),
    TIERPRESS_TRUST_PROXIES: '127.0.0.0/8 ::1',
    TIERPRESS_SHARED_MINUTE: '12',
    TIERPRESS_SHARED_NETWORK_MINUTE: '5',
  });
});
afterAll(async () => {
  await test.stop();
  await host.close();
});

let networks = 0;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${test.url}${path}`, {
    redirect: 'manual',
    headers: { 'X-Forwarded-For': `203.0.113.${++networks}`, ...headers },
  });
const page = async (path: string) => (await get(path)).text();
const picture = async (path: string, headers?: Record<string, string>) => {
  const answer = await get(path, headers);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const meta = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1];

describe('the page of a board in its address', () => {
  it('shows the finished image, and says to readers of links what it is', async () => {
    const b = linkOf(dishes);
    const html = await page(`/tier/1?b=${b}`);
    expect(html).toContain('<h1 dir="auto">My dishes</h1>');
    expect(html).toMatch(/<img src="\/tier\/1\/board.png\?b=[\w-]+" width="1080" height="1080" alt="S: /);
    expect(meta(html, 'og:title')).toBe('My dishes · tierpress');
    expect(meta(html, 'og:description')).toMatch(/^S: .+, .+ · B: .+$/);
    expect(meta(html, 'description')).toBe(meta(html, 'og:description'));
    expect(meta(html, 'og:image')).toBe(`${test.url}/tier/1/board.png?b=${b}`);
    expect(meta(html, 'og:image:width')).toBe('1080');
    expect(meta(html, 'og:image:height')).toBe('1080');
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(meta(html, 'robots')).toBe('noindex');
    expect(html).toContain('type="application/json+oembed"');
    expect(html).toContain('type="text/xml+oembed"');
  });

  it('has titles and warnings in the language of the page', async () => {
    expect(await page(`/tier/custom?b=${linkOf(drinks)}&lang=ru`)).toContain('<h1 dir="auto">Тир-лист</h1>');
    expect(await page('/tier/1?b=none&lang=zh')).toContain('无法读取此链接中的排行');
  });

  it('is at the path of its template, to which others lead', async () => {
    for (const [path, request, target] of [
      ['/tier/2', dishes, '/tier/1'],
      ['/tier/custom', dishes, '/tier/1'],
      ['/tier/99999', dishes, '/tier/1'],
      ['/tier/1', drinks, '/tier/custom'],
      ['/tier/1/board.png', drinks, '/tier/custom/board.png'],
    ] as const) {
      const b = linkOf(request);
      const answer = await get(`${path}?b=${b}`);
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, `${target}?b=${b}`]);
    }
  });

  it.each([
    ['that is damaged', '1AAAA'],
    ['of another version', '9abc'],
    [
      'with items that the template does not have',
      linkOf({ templateId: 1, tiers: [{ title: 'S', items: ['item_999'] }] }),
    ],
    ['of a template that there is not', linkOf({ templateId: 99999, tiers: [{ title: 'S', items: [] }] })],
    ['of a theme that there is not', linkOf({ ...drinks, theme: 'noon' })],
  ])('is a blank board that says so, for an address %s', async (_, b) => {
    const answer = await get(`/tier/1?b=${b}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('The ranking in this link cannot be read.');
    expect(html).not.toContain('shared-board');
    expect(meta(html, 'robots')).toBe('noindex');
    expect(meta(html, 'og:image')).toContain('/templates/1/cover.png');
    expect((await get(`/tier/1/board.png?b=${b}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('quotes texts as texts only', async () => {
    for (const attack of attacks) {
      const request: RenderRequest = {
        title: attack,
        items: [attack],
        tiers: [{ title: attack, items: [0] }],
      };
      const html = await page(`/tier/custom?b=${linkOf(request)}`);
      const data = /data-board="([^"]*)"/.exec(html)?.[0] ?? '';
      expect(html.replace(data, '').replaceAll('&#39;', "'")).not.toContain(
        attack.includes('<') ? attack : `"${attack}"`,
      );
    }
  });

  it('is no page of the template for search engines, while the template’s own is', async () => {
    expect(meta(await page('/tier/1'), 'robots')).toBeUndefined();
  });
});

describe('the image of a board in its address', () => {
  it('is a PNG with the watermark, the same for every client', async () => {
    const path = `/tier/1/board.png?b=${linkOf(dishes)}`;
    const { answer, bytes } = await picture(path);
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1080 });
    const drawn = await postBoard(test.url, test.key, { ...dishes, format: 'png', watermark: true });
    const { imageUrl } = (await drawn.json()) as { imageUrl: string };
    expect(bytes.equals(Buffer.from(await (await fetch(imageUrl)).arrayBuffer()))).toBe(true);

    const etag = answer.headers.get('ETag') ?? '';
    const again = await picture(path, { 'If-None-Match': etag });
    expect([again.answer.status, again.bytes.length]).toEqual([304, 0]);
    expect((await fetch(`${test.url}${path}`, { method: 'HEAD' })).headers.get('ETag')).toBe(etag);
  });

  it('charges no account and is not stored among the images of accounts', async () => {
    const imageBytes = async () => {
      const metrics = await (await fetch(`${test.url}/metrics`)).text();
      return /^tierpress_images_bytes (\d+)$/m.exec(metrics)?.[1];
    };
    const before = await imageBytes();
    expect(before).toBeDefined();
    await picture(`/tier/custom/board.png?b=${linkOf({ ...drinks, title: 'Free' })}`);
    expect(await imageBytes()).toBe(before);
  });

  it('has photos that are here already, and placeholders for all others', async () => {
    const board: RenderRequest = {
      mode: 'custom',
      items: [{ type: 'url', url: host.at('/red.png'), label: 'Red' }],
      tiers: [{ title: 'S', items: [0] }],
    };
    const path = `/tier/custom/board.png?b=${linkOf(board)}`;
    const placeholder = await picture(path);
    expect(host.asked).toEqual([]);
    expect(placeholder.answer.headers.get('Cache-Control')).toBe('public, max-age=60');

    expect((await postBoard(test.url, test.key, board)).status).toBe(200);
    const whole = await picture(path);
    expect(whole.answer.headers.get('Cache-Control')).toBe('public, max-age=86400');
    const [red] = (await sharp(whole.bytes).stats()).channels;
    const [grey] = (await sharp(placeholder.bytes).stats()).channels;
    expect(red?.mean).toBeGreaterThan((grey?.mean ?? 255) + 20);
    expect(host.asked).toEqual(['/red.png']);
  });

  it('is the cover of the template when a network, or all clients, have had too many drawn', async () => {
    const cover = await picture(`/templates/1/cover.png`);
    const nextOf = (network: string, index: number) =>
      picture(`/tier/1/board.png?b=${linkOf({ ...dishes, title: `Board ${network} ${index}` })}`, {
        'X-Forwarded-For': network,
      });
    const isCover = async (answer: ReturnType<typeof nextOf>) => {
      const {
        answer: { status, headers },
        bytes,
      } = await answer;
      expect(status).toBe(200);
      if (!bytes.equals(cover.bytes)) return false;
      expect(headers.get('Cache-Control')).toBe('public, max-age=60');
      return true;
    };
    const covers: boolean[] = [];
    for (let i = 0; i < 6; i++) covers.push(await isCover(nextOf('198.51.100.1', i)));
    expect(covers).toEqual([false, false, false, false, false, true]);
    const others: boolean[] = [];
    for (let i = 0; i < 12; i++) others.push(await isCover(nextOf(`198.51.100.${10 + i}`, i)));
    expect(others.at(-1)).toBe(true);
  });
});
