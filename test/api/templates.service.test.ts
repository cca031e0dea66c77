import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  categoriesAnswerSchema,
  templateAnswerSchema,
  templatesAnswerSchema,
} from '../../src/api/wire/templates.ts';
import { packagedData } from '../../src/files/package-files.ts';
import { locales } from '../../src/model/vocabulary.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { night } from '../../src/themes/night.ts';
import { addMember, ask, refusal } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const packaged = await loadTemplates(packagedData.templatesDir);

let test: TestService;
/** A copy of the templates, which tests may change. */
let folder: string;
let now = new Date('2027-01-10T12:00:00Z');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'templates-'));
  await cp(packagedData.templatesDir, folder, { recursive: true });
  test = await startTestService({ TIERPRESS_TEMPLATES_DIR: folder }, { now: () => now });
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, key = test.key) =>
  ask(test, 'GET', path, { headers: { Authorization: `Bearer ${key}` } });

async function list(query: string) {
  const { status, body } = await get(`/api/v1/templates${query}`);
  expect(status).toBe(200);
  return v.parse(templatesAnswerSchema, body);
}
const idsOf = async (query: string) => (await list(query)).templates.map(({ id }) => id);

async function detail(id: number | string, query = '') {
  const { status, body } = await get(`/api/v1/templates/${id}${query}`);
  expect(status).toBe(200);
  return v.parse(templateAnswerSchema, body);
}

const render = (templateId: number, title: string) =>
  ask(test, 'POST', '/api/v1/render', {
    headers: { Authorization: `Bearer ${test.key}` },
    body: { templateId, title, tiers: [{ title: 'S', items: ['item_0'] }] },
  });

describe('GET /api/v1/templates', () => {
  it('lists recommended templates first, 24 on a page', async () => {
    const { templates, page, limit, total } = await list('');
    expect({ page, limit, total }).toEqual({ page: 1, limit: 24, total: packaged.all.length });
    expect(templates.map(({ id }) => id)).toEqual(packaged.recommended.slice(0, 24).map(({ id }) => id));
    expect(await idsOf('?mode=recommended')).toEqual(templates.map(({ id }) => id));
  });

  it('describes each template', async () => {
    const { templates } = await list('?q=programming+languages&limit=1');
    expect(templates).toEqual([
      {
        id: 2,
        title: 'Programming Languages',
        description: 'Thirty languages to love, respect or quietly avoid.',
        category: { id: 9, name: 'Technology' },
        tags: expect.arrayContaining(['programming']),
        itemCount: 30,
        renderCount: 0,
        createdAt: '2026-11-21T00:00:00.000Z',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
        url: `${test.url}/tier/2`,
        coverUrl: expect.stringMatching(
          new RegExp(`^${test.url}/templates/2/cover\\.webp\\?v=\\d+-[0-9a-f]{8}&locale=en$`),
        ),
      },
    ]);
  });

  it.each([
    ['en', 'Programming Languages', 'Technology'],
    ['zh', '编程语言', '科技'],
    ['ru', 'Языки программирования', 'Технологии'],
  ])('answers in the language %s', async (locale, title, name) => {
    const [found] = (await list(`?q=python&locale=${locale}`)).templates;
    expect(found).toMatchObject({ id: 2, title, category: { name } });
  });

  it('lists every template exactly once over all pages, and none past the end', async () => {
    const { total } = await list('?limit=1');
    const pages = Math.ceil(total / 7);
    const ids: number[] = [];
    for (let page = 1; page <= pages; page++) ids.push(...(await idsOf(`?limit=7&page=${page}`)));
    expect(ids).toEqual(packaged.recommended.map(({ id }) => id));
    expect(await list(`?limit=7&page=${pages + 1}`)).toMatchObject({ templates: [], total });
    expect(await list('?page=1000000')).toMatchObject({ templates: [], total, page: 1_000_000, limit: 24 });
    expect((await list('?limit=100')).templates).toHaveLength(Math.min(100, total));
  });

  it('filters by category and by words together', async () => {
    const animals = packaged.recommended.filter(({ category }) => category === 'animals').map(({ id }) => id);
    expect(animals.length).toBeGreaterThan(1);
    expect(await idsOf('?categoryId=2&limit=100')).toEqual(animals);
    expect(await idsOf('?categoryId=2&q=dog+breeds')).toEqual([46]);
    expect(await list('?categoryId=999999')).toMatchObject({ templates: [], total: 0 });
  });

  it.each(['', '?q=', '?q=%20%20', '?locale=en', '?colour=red&Mode=x', '?page=1&limit=24'])(
    'lists all templates for "%s", since empty and unknown parameters are ignored',
    async (query) => {
      expect((await list(query)).total).toBe(packaged.all.length);
    },
  );

  it('lists nothing if nothing matches', async () => {
    expect(await list('?q=qwertyuiop')).toMatchObject({ templates: [], total: 0 });
    expect(await list('?q=%21%3F')).toMatchObject({ templates: [], total: 0 });
  });

  it.each([
    ['?mode=best', 'mode: must be "recommended", "hot" or "newest"'],
    ['?mode=', 'mode: must be "recommended", "hot" or "newest"'],
    ['?mode=Hot', 'mode: must be "recommended", "hot" or "newest"; did you mean "hot"?'],
    ['?mode=hot&mode=hot', 'mode: must be given only once'],
    ['?limit=0', 'limit: must be a whole number from 1 to 100'],
    ['?limit=101', 'limit: must be a whole number from 1 to 100'],
    ['?limit=-1', 'limit: must be a whole number from 1 to 100'],
    ['?limit=2.5', 'limit: must be a whole number from 1 to 100'],
    ['?limit=1e1', 'limit: must be a whole number from 1 to 100'],
    ['?limit=', 'limit: must be a whole number from 1 to 100'],
    ['?limit=ten', 'limit: must be a whole number from 1 to 100'],
    ['?limit=%2010', 'limit: must be a whole number from 1 to 100'],
    ['?limit=1&limit=2', 'limit: must be given only once'],
    ['?page=0', 'page: must be a whole number from 1 to 1000000'],
    ['?page=x', 'page: must be a whole number from 1 to 1000000'],
    ['?page=1000001', 'page: must be a whole number from 1 to 1000000'],
    ['?page=99999999999999999999', 'page: must be a whole number from 1 to 1000000'],
    ['?page=NaN', 'page: must be a whole number from 1 to 1000000'],
    ['?categoryId=animals', 'categoryId: must be a whole number from 1 to 1000000'],
    ['?categoryId=0', 'categoryId: must be a whole number from 1 to 1000000'],
    ['?categoryId=', 'categoryId: must be a whole number from 1 to 1000000'],
    ['?locale=de', 'locale: must be "en", "zh" or "ru"'],
    ['?locale=EN', 'locale: must be "en", "zh" or "ru"; did you mean "en"?'],
    ['?locale=en&locale=ru', 'locale: must be given only once'],
    ['?q=a&q=b', 'q: must be given only once'],
    ['?q=a%00b', 'q: must not contain the character U+0000'],
    [`?q=${'x'.repeat(201)}`, 'q: must be at most 200 characters long'],
    [
      '?mode=best&limit=0&locale=de',
      'mode: must be "recommended", "hot" or "newest"; limit: must be a whole number from 1 to 100; ' +
        'locale: must be "en", "zh" or "ru"',
    ],
  ])('refuses %s', async (query, message) => {
    const answer = await get(`/api/v1/templates${query}`);
    expect([answer.status, answer.body]).toEqual([400, { success: false, message }]);
  });
});

describe('GET /api/v1/templates/{id}', () => {
  it.each(locales)('has everything for a request in template mode, in %s', async (locale) => {
    const template = packaged.find(1);
    const found = await detail(1, `?locale=${locale}`);
    expect(found).toMatchObject({
      id: 1,
      title: template?.title[locale],
      locale,
      revision: 1,
      itemCount: 30,
    });
    expect(Object.keys(found.itemIndexMap)).toEqual(Array.from({ length: 30 }, (_, i) => `item_${i}`));
    expect(found.itemIndexMap['item_0']?.label).toBe(template?.items[0]?.label[locale]);
    const tiers = found.tracks.map(({ title }, row) => ({ title, items: [`item_${row}`] }));
    const drawn = await ask(test, 'POST', '/api/v1/render', {
      headers: { 'X-API-Key': test.key },
      body: { mode: 'template', templateId: found.id, tracks: found.tracks, tiers, locale },
    });
    expect([drawn.status, drawn.body['title'], drawn.body['warnings']]).toEqual([
      200,
      found.title,
      undefined,
    ]);
  });

  it('gives every tier its own colour or the default one', async () => {
    const plain = await detail(1);
    expect(plain.tracks.slice(0, 2)).toEqual([
      { title: 'S', color: night.palette[0] },
      { title: 'A', color: night.palette[1] },
    ]);
    expect((await detail(3)).tracks[0]).toEqual({ title: 'Every weekend', color: '#ff7f7f' });
  });

  it('answers "custom" with a blank template', async () => {
    expect(await detail('custom')).toEqual({
      success: true,
      id: 'custom',
      title: 'Custom tier list',
      description: expect.any(String),
      tags: [],
      itemCount: 0,
      renderCount: 0,
      url: `${test.url}/tier/custom`,
      locale: 'en',
      revision: 1,
      tracks: ['S', 'A', 'B', 'C', 'D', 'F'].map((title) => ({ title, color: expect.stringMatching(/^#/) })),
      itemIndexMap: {},
    });
    expect(await detail('custom', '?locale=ru')).toMatchObject({ locale: 'ru', title: 'Свой рейтинг' });
  });

  it.each([
    ['4711', 404, 'There is no template 4711'],
    ['0', 404, 'There is no template 0'],
    ['-1', 404, 'There is no template -1'],
    ['01', 404, 'There is no template 01'],
    ['99999999999999999999999', 404, 'There is no template 99999999999999999999'],
    ['abc', 400, 'id: must be a whole number or "custom"'],
    ['Custom', 400, 'id: must be a whole number or "custom"'],
    ['1.5', 400, 'id: must be a whole number or "custom"'],
    ['1?locale=fr', 400, 'locale: must be "en", "zh" or "ru"'],
    ['custom?locale=', 400, 'locale: must be "en", "zh" or "ru"'],
  ])('answers %s with %i', async (id, status, message) => {
    const answer = await get(`/api/v1/templates/${id}`);
    expect([answer.status, answer.body]).toEqual([status, { success: false, message }]);
  });
});

describe('GET /api/v1/categories', () => {
  it('names the values of categoryId in each language', async () => {
    const { body } = await get('/api/v1/categories?locale=ru');
    const { categories } = v.parse(categoriesAnswerSchema, body);
    expect(categories[1]).toEqual({
      id: 2,
      slug: 'animals',
      name: 'Животные',
      templateCount: expect.any(Number),
    });
    expect(new Set(categories.map(({ id }) => id)).size).toBe(categories.length);
    for (const { id, templateCount } of categories)
      expect((await list(`?categoryId=${id}&limit=1`)).total).toBe(templateCount);
    expect(categories.reduce((sum, { templateCount }) => sum + templateCount, 0)).toBe(packaged.all.length);
  });

  it('refuses other languages', async () => {
    expect(await get('/api/v1/categories?locale=de')).toMatchObject({ status: 400 });
  });
});

describe('the endpoints for templates', () => {
  const paths = [
    '/api/v1/templates',
    '/api/v1/templates/1',
    '/api/v1/templates/custom',
    '/api/v1/categories',
  ];

  it.each(paths)('require an API key: %s', async (path) => {
    const answer = await ask(test, 'GET', path);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(answer.body).toEqual(refusal('An API key is required'));
    expect(await get(path, 'sk_live_nonsense')).toMatchObject({ status: 401 });
  });

  it('cost nothing, and report the remaining quota', async () => {
    const member = await addMember(test, { plan: 'free' });
    for (const path of [...paths, ...paths]) {
      const answer = await get(path, member.key);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=3;/);
    }
  });
});

describe('the sort orders', () => {
  it('count renders, and hot counts the last seven days only', async () => {
    // Earlier renders do not count.
    now = new Date('2027-02-10T12:00:00Z');
    const [first, second] = [packaged.all.at(-1)?.id ?? 0, packaged.all.at(-2)?.id ?? 0];
    for (const title of ['a', 'b']) await render(first, title);
    await render(second, 'c');
    expect((await idsOf('?mode=hot')).slice(0, 2)).toEqual([first, second]);
    expect(await detail(first)).toMatchObject({ renderCount: 2 });

    now = new Date('2027-02-17T12:00:00Z');
    await render(second, 'd');
    // Without recent renders, templates with more renders in total come first, then the recommended ones.
    expect((await idsOf('?mode=hot')).slice(0, 3)).toEqual([second, 1, first]);
    expect((await list('?mode=hot&limit=3')).templates.map(({ renderCount }) => renderCount)).toEqual([
      2, 3, 2,
    ]);
    const undrawn = packaged.recommended.filter(({ id }) => ![first, second, 1].includes(id));
    expect((await idsOf('?mode=hot')).slice(3, 6)).toEqual(undrawn.slice(0, 3).map(({ id }) => id));
  });

  it('put the newest first', async () => {
    const newest = packaged.all
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
      .map(({ id }) => id);
    expect(await idsOf('?mode=newest&limit=100')).toEqual(newest.slice(0, 100));
  });

  it('apply to search results', async () => {
    const found = await idsOf('?q=soup&limit=100');
    const newest = await idsOf('?q=soup&mode=newest&limit=100');
    expect(found[0]).toBe(19);
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    expect(new Set(newest)).toEqual(new Set(found));
  });
});

describe('previews', () => {
  it('show every template and each of its items, without a key and cacheable for ever', async () => {
    const { coverUrl, itemIndexMap } = await detail(2, '?locale=zh');
    const cover = await fetch(coverUrl ?? '');
    expect(cover.status).toBe(200);
    expect(cover.headers.get('content-type')).toBe('image/webp');
    expect(cover.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(cover.headers.get('x-content-type-options')).toBe('nosniff');
    const covered = await sharp(await cover.arrayBuffer()).stats();
    expect(await sizeOf(coverUrl)).toEqual({ format: 'webp', width: 640, height: 360 });
    // An empty board has almost no detail, so something is drawn.
    expect(covered.entropy).toBeGreaterThan(1);

    const tiles = await Promise.all(
      ['item_0', 'item_6', 'item_13'].map((item) => sizeOf(itemIndexMap[item]?.imageUrl)),
    );
    expect(tiles).toEqual(Array(3).fill({ format: 'webp', width: 512, height: 512 }));
  });

  it('are the same bytes the next time, and differ by language and item', async () => {
    const bytes = async (path: string) =>
      Buffer.from(await (await fetch(`${test.url}${path}`)).arrayBuffer()).toString('base64');
    const drawn = await bytes('/templates/1/items/0.webp');
    expect(await bytes('/templates/1/items/0.webp?locale=en')).toBe(drawn);
    expect(await bytes('/templates/1/items/0.webp?locale=ru')).not.toBe(drawn);
    expect(await bytes('/templates/1/items/1.webp')).not.toBe(drawn);
    expect(await bytes('/templates/1/cover.webp')).not.toBe(await bytes('/templates/1/cover.webp?locale=zh'));
  });

  it('are cached only briefly under an address without a version', async () => {
    for (const query of ['', '?v=1-00000000', '?locale=en&v=x']) {
      const answer = await fetch(`${test.url}/templates/1/cover.webp${query}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    }
  });

  it('are not sent again to a client that has them, and support HEAD', async () => {
    const url = `${test.url}/templates/3/items/2.webp`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it('are stored on disk', async () => {
    await fetch(`${test.url}/templates/1/cover.webp`);
    const kept = await readdir(join(test.dataDir, 'cache', 'templates'));
    expect(kept.filter((name) => /^[0-9a-f]{64}$/.test(name)).length).toBeGreaterThan(0);
  });

  it.each([
    ['/templates/4711/cover.webp', 404],
    ['/templates/x/cover.webp', 404],
    ['/templates/custom/cover.webp', 404],
    ['/templates/1/items/30.webp', 404],
    ['/templates/1/items/-1.webp', 404],
    ['/templates/1/items/00.webp', 404],
    ['/templates/1/items/0.png', 404],
    ['/templates/1/items/0', 404],
    ['/templates/1/cover.webp?locale=de', 400],
    ['/templates/1/items/0.webp?locale=en&locale=en', 400],
    ['/templates/1/cover.webp?v=1&v=2', 400],
  ])('answer %s with %i', async (path, status) => {
    expect(await ask(test, 'GET', path)).toMatchObject({ status, body: { success: false } });
  });
});

describe('reloading the templates', () => {
  const file = () => join(folder, '3-weekend-activities.json');
  const change = async (from: string, to: string) =>
    writeFile(file(), (await readFile(file(), 'utf8')).replace(from, to));
  const weekend = { templateId: 3, tiers: [{ title: 'Never', items: ['item_0'] }] };
  const draw = () =>
    ask(test, 'POST', '/api/v1/render', {
      headers: { Authorization: `Bearer ${test.key}` },
      body: weekend,
    });

  it('changes lists, details, searches, previews and renders for identical requests', async () => {
    const before = await detail(3);
    const drawn = await draw();
    expect(drawn.body['title']).toBe('Weekend Activities');
    await change('"Weekend Activities"', '"Lazy Sundays"');
    await change('"revision": 1', '"revision": 2');
    expect((await draw()).body).toMatchObject({ cached: true, renderId: drawn.body['renderId'] });

    expect(await test.service.reloadTemplates()).toBe(true);
    const after = await detail(3);
    expect(after).toMatchObject({ title: 'Lazy Sundays', revision: 2 });
    expect(after.coverUrl).not.toBe(before.coverUrl);
    expect(await idsOf('?q=lazy+sundays')).toEqual([3]);
    const redrawn = (await draw()).body;
    expect(redrawn).toMatchObject({ title: 'Lazy Sundays', cached: false });
    expect(redrawn['renderId']).not.toBe(drawn.body['renderId']);
  });

  it('keeps the previous templates if a file is invalid, and logs the error', async () => {
    await writeFile(join(folder, '999-broken.json'), '{');
    expect(await test.service.reloadTemplates()).toBe(false);
    const said = test.log.filter((line) => line.includes('templates not reloaded'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('999-broken.json: is not JSON');
    expect((await list('')).total).toBe(packaged.all.length);

    await rm(join(folder, '999-broken.json'));
    expect(await test.service.reloadTemplates()).toBe(true);
  });

  it('drops no request', async () => {
    const answers = Array.from({ length: 40 }, async (_, index) => {
      if (index % 10 === 5) await test.service.reloadTemplates();
      return index % 2 === 0 ? get('/api/v1/templates?q=soup') : render(1, `reload ${index}`);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(40).fill(200));
  });
});

async function sizeOf(url: string | undefined) {
  const answer = await fetch(url ?? '');
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return { format, width, height };
}
