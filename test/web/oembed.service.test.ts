import { describe, expect, inject, it } from 'vitest';
import type { RenderRequest } from '../../src/model/request.ts';
import { jsonOf } from '../support/http.ts';
import { linkOf } from '../support/links.ts';
import { postBoard } from '../support/shared-requests.ts';

const { url, key } = inject('service');
const board: RenderRequest = {
  title: 'Tea & <Cocoa>',
  aspectRatio: '9:16',
  items: ['Tea', 'Cocoa'],
  tiers: [{ title: 'S', items: [1] }],
};
const template: RenderRequest = { templateId: 1, tiers: [{ title: 'S', items: ['item_1'] }] };
const shared = `${url}/tier/custom?b=${linkOf(board)}`;
const ask = (page: string, rest: Record<string, string> = {}) =>
  fetch(`${url}/oembed?${new URLSearchParams({ url: page, ...rest })}`);

describe('the answer to an oEmbed reader', () => {
  it('is the image of a board, which is there', async () => {
    const answer = await ask(shared);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const { url: image, ...body } = await jsonOf(answer);
    expect(body).toEqual({
      version: '1.0',
      type: 'photo',
      title: 'Tea & <Cocoa>',
      provider_name: 'tierpress',
      provider_url: `${url}/`,
      cache_age: 3600,
      width: 1080,
      height: 1920,
    });
    expect((await fetch(String(image))).headers.get('Content-Type')).toBe('image/png');
  });

  it('is the cover of a template', async () => {
    const body = await jsonOf(await ask(`${url}/tier/1`));
    expect(body).toMatchObject({ type: 'photo', title: 'World Dishes', width: 1200, height: 675 });
    expect((await fetch(String(body['url']))).status).toBe(200);
    expect(await jsonOf(await ask(`${url}/tier/custom`))).toMatchObject({ title: 'Your own tier list' });
  });

  it('is the same in XML', async () => {
    const answer = await ask(shared, { format: 'xml' });
    expect(answer.headers.get('Content-Type')).toBe('text/xml; charset=utf-8');
    const xml = await answer.text();
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?><oembed><version>1.0</);
    expect(xml).toContain('<title>Tea &amp; &lt;Cocoa&gt;</title>');
    expect(xml).toContain('<height>1920</height></oembed>');
  });

  it('fits the size that the reader has, in the same shape', async () => {
    const size = async (rest: Record<string, string>) => {
      const { width, height } = await jsonOf(await ask(shared, rest));
      return [width, height];
    };
    expect(await size({ maxwidth: '540' })).toEqual([540, 960]);
    expect(await size({ maxwidth: '540', maxheight: '480' })).toEqual([270, 480]);
    expect(await size({ maxwidth: '9999' })).toEqual([1080, 1920]);
    expect(await size({ maxheight: '1' })).toEqual([1, 1]);
  });

  it.each([
    ['another host', `https://example.org/tier/1`],
    ['another scheme', url.replace('http:', 'https:').concat('/tier/1')],
    ['no page of a board', `${url}/dashboard`],
    ['a file of a board', `${shared.replace('/custom', '/custom/board.png')}`],
    ['a template that there is not', `${url}/tier/99999`],
    ['a board that cannot be read', `${url}/tier/custom?b=1x`],
    ['nothing', 'tier'],
  ])('is 404 for the address of %s', async (_, page) => {
    expect((await ask(page)).status).toBe(404);
  });

  it('is 501 for another format, and 400 for a parameter that is not valid', async () => {
    expect((await ask(shared, { format: 'yaml' })).status).toBe(501);
    expect((await ask(shared, { maxwidth: '-1' })).status).toBe(400);
    expect((await fetch(`${url}/oembed`)).status).toBe(400);
  });

  it('is where pages say it is', async () => {
    for (const page of [
      shared,
      `${url}/tier/1`,
      `${url}/tier/custom`,
      `${url}/tier/1?b=${linkOf(template)}`,
    ]) {
      const html = await (await fetch(page)).text();
      for (const type of ['application/json\\+oembed', 'text/xml\\+oembed']) {
        const [, href = ''] = new RegExp(`type="${type}" href="([^"]*)"`).exec(html) ?? [];
        const answer = await fetch(href.replaceAll('&amp;', '&'));
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('photo')]);
      }
    }
  });
});

describe('a render request that asks for the address of a page', () => {
  it('is answered with one that opens its board', async () => {
    const answer = await jsonOf(await postBoard(url, key, { ...board, boardUrl: true, format: 'png' }));
    expect(answer['boardUrl']).toMatch(new RegExp(`^${url}/tier/custom\\?b=[01][\\w-]+$`));
    const html = await (await fetch(String(answer['boardUrl']))).text();
    expect(html).toContain('Tea &amp; &lt;Cocoa></h1>');
    const asking = { ...template, boardUrl: true };
    expect((await jsonOf(await postBoard(url, key, asking)))['boardUrl']).toContain('/tier/1?b=');
  });

  it('is the same request as one that does not, whose answer has none', async () => {
    const first = await jsonOf(await postBoard(url, key, { ...board, title: 'Once' }));
    const second = await jsonOf(await postBoard(url, key, { ...board, title: 'Once', boardUrl: true }));
    expect(first['boardUrl']).toBeUndefined();
    expect([second['renderId'], second['cached']]).toEqual([first['renderId'], true]);
  });

  it('gets a warning in its place when the board fits into no address', async () => {
    const noise = (seed: number) =>
      Array.from({ length: 115 }, (_, i) =>
        String.fromCodePoint(0x4e00 + Math.floor(9973 * Math.abs(Math.sin(seed * 131 + i)))),
      ).join('');
    const items = Array.from({ length: 80 }, (_, i) => noise(i));
    const answer = await jsonOf(
      await postBoard(url, key, { items, tiers: [{ title: 'S', items: [0] }], boardUrl: true }),
    );
    expect(answer['boardUrl']).toBeUndefined();
    expect(answer['warnings']).toContain('boardUrl: the board fits into no address');
  });
});
