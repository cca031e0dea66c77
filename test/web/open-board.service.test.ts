import { describe, expect, inject, it } from 'vitest';
import type { OpenedBoard } from '../../src/web/tier/board-data.ts';
import { linkOf } from '../support/links.ts';

const { url } = inject('service');
const post = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/tier/open`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { response, body: (await response.json()) as OpenedBoard & { readonly message?: string } };
};
const dishes = { templateId: 1, title: 'Mine', tiers: [{ title: 'S', items: ['item_3'] }] };
const drinks = { items: ['Tea', 'Cocoa'], tiers: [{ title: 'S', items: [1] }] };

describe('a board that is to be opened', () => {
  it('is checked and comes with its template', async () => {
    const { response, body } = await post(dishes);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(body.request).toMatchObject(dishes);
    expect(body.template.id).toBe(1);
    expect(body.template.items.length).toBeGreaterThan(10);
    expect((await post(drinks)).body).toMatchObject({
      request: drinks,
      template: { id: 'custom', items: [] },
    });
  });

  it('may be in a link', async () => {
    const { body } = await post({ b: linkOf(dishes) });
    expect(body.request).toMatchObject(dishes);
    expect(body.template.id).toBe(1);
  });

  it.each<[string, unknown, number, string, RegExp]>([
    ['no JSON', '{', 400, 'invalidRequest', /JSON/],
    ['no request', [], 400, 'invalidRequest', /./],
    ['a link that is cut off', { b: '1abc' }, 400, 'invalidRequest', /^b: is damaged/],
    [
      'an unknown item',
      { ...dishes, tiers: [{ title: 'S', items: ['item_999'] }] },
      400,
      'invalidRequest',
      /tiers\[0\].items\[0\]/,
    ],
    [
      'an index outside the pool',
      { ...drinks, tiers: [{ title: 'S', items: [7] }] },
      400,
      'invalidRequest',
      /outside the pool/,
    ],
    ['an unknown template', { ...dishes, templateId: 99_999 }, 404, 'notFound', /./],
    ['more than a body may be', ' '.repeat(300_000), 413, 'bodyTooLarge', /./],
  ])('is refused with its reason: %s', async (_, body, status, code, reason) => {
    const refused = await post(body);
    expect([refused.response.status, refused.response.headers.get('Tierpress-Failure')]).toEqual([
      status,
      code,
    ]);
    expect(refused.body).toMatchObject({ success: false, message: expect.stringMatching(reason) });
  });

  it('is not answered to pages of other origins', async () => {
    expect((await post(dishes, { Origin: 'https://example.org' })).response.status).toBe(403);
  });
});
