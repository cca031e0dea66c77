import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedPath } from '../../src/api/wire/signed-address.ts';
import { addMember, ask, logIn } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { heldBytes } from '../support/garbage.ts';
import { linkOf } from '../support/links.ts';
import { type PhotoHost, startPhotoHost } from '../support/photo-host.ts';
import { runs } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';

let host: PhotoHost;
let test: TestService;
let keyId: string;
let secret: string;
beforeAll(async () => {
  host = await startPhotoHost({});
  const image = { bytes: Buffer.from('image'), width: 1, height: 1, warnings: [] };
  test = await startTestService(
    { TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1/32', TIERPRESS_ALLOW_PORTS: String(host.port) },
    { renderers: { ...fakeRenderers(async () => image), measure: async () => ({ sizes: [], layout: '' }) } },
  );
  [keyId, secret] = await signingOf('enterprise');
});
afterAll(async () => {
  await test.stop();
  await host.close();
});

/** Returns the id and the signing secret of a new account's key. */
async function signingOf(plan: 'free' | 'enterprise'): Promise<[string, string]> {
  const { id, email } = await addMember(test, { plan });
  const [key] = await test.service.accounts.keysOf(id);
  const cookie = await logIn(test, email);
  const { body } = await ask(test, 'GET', `/api/v1/keys/${key?.id}/signing-secret`, { cookie });
  return [key?.id ?? '', String(body['signingSecret'])];
}

const signed = (b: string, [id, by] = [keyId, secret]) =>
  signedPath({ b, format: 'png', scale: 1, keyId: id }, by);
async function statusOf(path: string): Promise<number> {
  const answer = await fetch(`${test.url}${path}`);
  await answer.arrayBuffer();
  return answer.status;
}

const deflated = (json: string) => `1${deflateRawSync(json, { level: 9 }).toString('base64url')}`;
const board = { title: 'Tea', items: ['Tea', 'Cocoa'], tiers: [{ title: 'S', items: [1, 0] }] };
const json = '{"p":"Tea\\nCocoa","r":"10","t":"Tea","c":[["S","ff0000"]],"n":["Best"]}';
const valid = [`0${Buffer.from(json).toString('base64url')}`, deflated(json)];

describe('an address with a right signature', () => {
  it.each([
    ['nothing but a version', '0'],
    ['an unknown version', `2${valid[0]?.slice(1)}`],
    ['half of a board', valid[1]?.slice(0, 30) ?? ''],
    ['no deflated data', `1${Buffer.from(json).toString('base64url')}`],
    ['JSON that ends early', `0${Buffer.from(json.slice(0, -5)).toString('base64url')}`],
    ['no UTF-8', `0${Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64url')}`],
    ['a bomb of six megabytes', deflated(' '.repeat(6_000_000))],
    ['a bomb of brackets', deflated('['.repeat(3_000_000))],
    ['nested lists', deflated(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['nested objects', deflated(`${'{"r":'.repeat(40_000)}0${'}'.repeat(40_000)}`)],
    ['a field of the prototype', deflated('{"r":"0","p":"a","__proto__":{"i":1}}')],
    ['a million rows', deflated(`{"r":"${','.repeat(200_000)}"}`)],
    ['numbers beyond all bounds', deflated('{"r":[1e308]}')],
    ['another service’s template', deflated('{"i":99999999,"r":"0"}')],
  ])('is refused with a 4xx when it holds %s', async (_, b) => {
    const status = await statusOf(signed(b));
    expect([400, 404]).toContain(status);
  });

  it('is refused before it is inflated when it is longer than an address may be', async () => {
    const bomb = deflateRawSync(Buffer.alloc(2 ** 30 / 64)).toString('base64url');
    expect(bomb.length).toBeGreaterThan(8192);
    expect(await statusOf(signed(`1${bomb.slice(0, 12_000)}`))).toBe(400);
  });

  it('is answered or refused when its board is changed at will, and no memory stays behind', {
    timeout: 300_000,
  }, async ({ task }) => {
    const numRuns = runs(10_000);
    task.meta.cases = numRuns;
    const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), put: fc.string({ maxLength: 8 }) });
    const put = (text: string, { at, length, put }: { at: number; length: number; put: string }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + length);
    };
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    const boards = fc.oneof(
      changes.map((list) => deflated(list.reduce(put, json))),
      fc
        .tuple(fc.constantFrom(...valid), changes)
        .map(([b, list]) => list.reduce(put, b).replace(/[^\w-]/g, 'A')),
      fc.jsonValue().map((value) => deflated(JSON.stringify(value))),
    );
    const seen = new Set<number>();
    const before = heldBytes();
    await fc.assert(
      fc.asyncProperty(boards, async (b) => {
        const status = await statusOf(signed(b));
        seen.add(status);
        expect([200, 400, 404]).toContain(status);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(seen).toContain(200);
    expect(seen).toContain(400);
    expect(heldBytes() - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('an address with photos', () => {
  const withPhoto = (name: string) =>
    linkOf({ tiers: [{ title: 'S', items: [{ type: 'url', url: host.at(`/${name}.png`) }] }] });

  it('connects to no host unless its signature is right', async () => {
    const path = signed(withPhoto('unsigned'));
    for (const wrong of [
      path.replace(/&s=.*/, ''),
      path.replace(/&s=..../, '&s=AAAA'),
      path.replace('.png?', '.webp?'),
    ])
      expect(await statusOf(wrong)).toBe(403);
    expect(await statusOf(path.replace(/k=[\w-]+/, 'k=key_AAAAAAAAAAAA'))).toBe(401);
    expect(host.asked).toEqual([]);
    expect(await statusOf(path)).toBe(400);
    expect(host.asked).toEqual(['/unsigned.png']);
  });

  it('fails only as often in a minute as a render request of its account may', async () => {
    const free = await signingOf('free');
    const statuses = [];
    for (let index = 0; index < 15; index++)
      statuses.push(await statusOf(signed(withPhoto(`${index}`), free)));
    // The quota of the plan's minute, and ten.
    expect(statuses).toEqual([...Array(13).fill(400), 429, 429]);
    expect(host.asked).not.toContain('/14.png');
  });
});

it('an unchanged address is answered', async () => {
  for (const b of [linkOf(board), ...valid]) expect(await statusOf(signed(b))).toBe(200);
});
