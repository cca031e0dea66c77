import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBoardLink, writeBoardLink } from '../../../src/api/wire/board-link.ts';
import { parseRenderRequest } from '../../../src/api/wire/parse-render-request.ts';
import { packagedData } from '../../../src/files/package-files.ts';
import { writeBoardLink as writeInBrowser } from '../../../src/model/board-link/web.ts';
import { Failure } from '../../../src/model/failure.ts';
import type { RenderRequest } from '../../../src/model/request.ts';
import { loadTemplates } from '../../../src/templates/load.ts';
import { resolve } from '../../items/support.ts';
import { renderRequests } from '../../support/requests.ts';
import { runs } from '../../support/runs.ts';

const tracks = { en: ['Daily', 'Sometimes', 'Never'], ru: ['Каждый день', 'Иногда', 'Никогда'] };
const titlesOf = (templateId: number, locale: string) =>
  templateId === 7 ? (locale === 'ru' ? tracks.ru : tracks.en) : undefined;
const read = (b: string) => readBoardLink(b, titlesOf);
const written = (request: RenderRequest) => writeBoardLink(request, titlesOf) ?? 'does not fit';
const textOf = (json: unknown) => `0${Buffer.from(JSON.stringify(json)).toString('base64url')}`;

/** Returns the request as a service has checked it; undefined for an invalid one. */
function checked(body: RenderRequest): RenderRequest | undefined {
  try {
    const { request } = parseRenderRequest(JSON.parse(JSON.stringify(body)));
    resolve(request);
    return request;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
const validRequests = renderRequests.map(checked).filter((request) => request !== undefined);

describe('a board in an address', () => {
  it('is the same board when it is read', () => {
    fc.assert(
      fc.property(validRequests, (request) => {
        const back = read(written(request));
        expect(resolve(back).spec).toEqual(resolve(request).spec);
        expect(back.onImageError ?? 'fail').toBe(request.onImageError ?? 'fail');
        expect(written(back)).toBe(written(request));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('keeps the items of the pool that are not placed', () => {
    const items = [
      'Tea',
      '',
      'Coffee',
      { type: 'url' as const, url: 'https://example.org/1.png', label: 'Cocoa' },
    ];
    const request = { mode: 'custom' as const, items, tiers: [{ title: 'Best', items: [2] }] };
    expect(read(written(request))).toEqual(request);
  });

  it('is the same whether a browser or the service writes it', async () => {
    await fc.assert(
      fc.asyncProperty(validRequests, async (request) => {
        const b = await writeInBrowser(request, titlesOf);
        expect(read(b ?? '')).toEqual(read(written(request)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('has no titles that are the template’s, in the language of the board', () => {
    const tiersIn = (titles: readonly string[]) => titles.map((title) => ({ title, items: [] }));
    const english = { templateId: 7, tiers: tiersIn(tracks.en) };
    const russian = { templateId: 7, locale: 'ru' as const, tiers: tiersIn(tracks.ru) };
    expect(written(english)).toBe(textOf({ i: 7, r: ',,' }));
    expect(read(written(english))).toEqual(english);
    expect(read(written(russian))).toEqual(russian);
  });

  it('has under 200 characters with 25 items of a template, and its host', async () => {
    const { all } = await loadTemplates(packagedData.templatesDir);
    const titlesIn = (id: number, locale: string) =>
      all.find((one) => one.id === id)?.tracks.map(({ title }) => title[locale === 'ru' ? 'ru' : 'en']);
    const lengths = all.map((template) => {
      const shuffled = [...template.items.keys()]
        .sort((a, b) => Math.sin(a * 7) - Math.sin(b * 7))
        .slice(0, 25);
      const request: RenderRequest = {
        templateId: template.id,
        title: 'Everything that I have eaten this year',
        locale: 'ru',
        theme: 'paper',
        aspectRatio: '16:9',
        tiers: template.tracks.map(({ title }, row) => ({
          title: title.ru,
          items: shuffled
            .filter((_, place) => place % template.tracks.length === row)
            .map((n) => `item_${n}`),
        })),
      };
      return `https://tierpress.example.org/tier/${template.id}?b=${writeBoardLink(request, titlesIn)}`
        .length;
    });
    expect(Math.max(...lengths)).toBeLessThan(200);
  });

  it('has under 1 500 characters with 80 own labels in Latin letters', async () => {
    const { all } = await loadTemplates(packagedData.templatesDir);
    const labels = all.flatMap(({ items }) => items.map(({ label }) => label.en));
    const lengths = Array.from({ length: 20 }, (_, board) => {
      const items = Array.from(
        { length: 80 },
        (_, i) => labels[(board * 131 + i * 37) % labels.length] ?? '',
      );
      const order = [...items.keys()].sort((a, b) => Math.sin(a + board) - Math.sin(b + board));
      const tiers = ['S', 'A', 'B', 'C', 'D', 'F'].map((title, row) => ({
        title,
        items: order.filter((_, place) => place % 6 === row),
      }));
      const request: RenderRequest = { mode: 'custom', title: 'My favourites', items, tiers };
      expect(read(written(request))).toEqual(request);
      return written(request).length;
    });
    expect(Math.max(...lengths)).toBeLessThan(1500);
  });

  it('is under 8 KiB, or does not fit', () => {
    const noise = (seed: number) => Buffer.from(`${seed}`.repeat(7)).toString('base64').slice(0, 100);
    const items = Array.from({ length: 80 }, (_, i) => `${Math.sin(i)}${noise(i ** 5)}`.slice(0, 115));
    expect(writeBoardLink({ items, tiers: [{ title: 'S', items: [0] }] }, titlesOf)?.length).toBeLessThan(
      8193,
    );
    const photos = items.map((label, i) => ({
      type: 'url' as const,
      url: `https://example.org/${Math.cos(i)}/${Math.tan(i)}/${Math.sin(i * 7)}/${Math.cos(i * 9)}/${Math.exp(-i)}/${label}`,
      label,
    }));
    expect(writeBoardLink({ items: photos, tiers: [{ title: 'S', items: [0] }] }, titlesOf)).toBeUndefined();
  });
});

describe('an address that holds no board', () => {
  const wrong: [string, string, string][] = [
    ['without content', '', 'b: has a version that this service does not know'],
    ['of another version', '2e30', 'b: has a version that this service does not know'],
    ['that is too long', `0${'A'.repeat(8192)}`, 'b: is too long'],
    ['with other characters', '0e30=', 'b: is not base64url'],
    [
      'that is cut off',
      `1${deflateRawSync('{"r":[0,0,0,0,0,0]}').subarray(0, 9).toString('base64url')}`,
      'b: is damaged or incomplete',
    ],
    ['that is not JSON', '0e30e', 'b: is damaged or incomplete'],
    ['that is not UTF-8', '0_w', 'b: is damaged or incomplete'],
    [
      'that inflates to a megabyte',
      `1${deflateRawSync(' '.repeat(2 ** 20)).toString('base64url')}`,
      'b: holds more than 256 KiB',
    ],
    [
      'that inflates to a gigabyte',
      `1${deflateRawSync(Buffer.alloc(6 * 2 ** 20))
        .toString('base64url')
        .slice(0, 8000)}`,
      'b: holds more than 256 KiB',
    ],
    ['of a list', textOf([]), 'b: has a field "r" that is not valid'],
    [
      'of nested lists',
      `1${deflateRawSync('['.repeat(200_000)).toString('base64url')}`,
      'b: is damaged or incomplete',
    ],
    [
      'with an unknown field',
      textOf({ r: '0', z: 1 }),
      'b: has the field "z", which this service does not know',
    ],
    ['with a wrong type', textOf({ r: '0', p: 3 }), 'b: has a field "p" that is not valid'],
    ['with wrong references', textOf({ p: 'a', r: '0!' }), 'b: has a field "r" that is not valid'],
    [
      'with too few items',
      textOf({ p: 'a', r: [2] }),
      'b: has rows of another number of items than it holds',
    ],
    [
      'with a photo too many',
      textOf({ p: 'a', u: { 1: 'https://a/' }, r: [1] }),
      'b: has a photo for an item that it does not hold',
    ],
    ['with too many tiers', textOf({ r: ','.repeat(30) }), 'tiers: must hold at most 30 entries'],
    ['with too many items', textOf({ p: '\n'.repeat(80), r: '0' }), 'items: must hold at most 80 entries'],
    ['with half a surrogate pair', textOf({ p: '\ud800', r: '0' }), 'items[0]: must be well-formed Unicode'],
    ['with a wrong theme', textOf({ h: 'noon', r: '' }), 'theme: must be "night", "paper" or "arcade"'],
    ['with a wrong colour', textOf({ c: [[0, 'red']], r: '' }), 'tracks[0].color: must be a colour'],
  ];
  it.each(wrong)('is refused, as one %s', (_, b, message) => {
    expect(() => read(b)).toThrow(message);
  });

  const mutations = fc
    .tuple(
      validRequests,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 127 }), fc.nat({ max: 8 })), { maxLength: 4 }),
    )
    .map(([request, changes]) =>
      changes.reduce(
        (b, [at, code, length]) =>
          b.slice(0, at % b.length) + String.fromCharCode(code) + b.slice((at % b.length) + length),
        written(request),
      ),
    );
  const forms = fc.record(
    {
      i: fc.jsonValue(),
      t: fc.jsonValue(),
      c: fc.jsonValue(),
      n: fc.jsonValue(),
      p: fc.jsonValue(),
      u: fc.jsonValue(),
      r: fc.jsonValue(),
    },
    { requiredKeys: ['r'] },
  );
  it.each([
    ['of any characters', fc.string({ unit: 'binary', maxLength: 300 })],
    ['of base64url', fc.stringMatching(/^[01][\w-]*$/)],
    ['changed at will', mutations],
    ['with any values', forms.map(textOf)],
  ])('is refused as a request, or read, when it is one %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (b) => {
        try {
          expect(read(b).tiers.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
          expect(error).toMatchObject({ status: 400 });
        }
      }),
      { numRuns: runs(2500) },
    );
  });
});
