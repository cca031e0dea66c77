import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrokenTemplates, checkTemplates, loadTemplates } from '../../src/templates/load.ts';

const words = { en: 'Tea', zh: '茶', ru: 'Чай' };
const template = (id: number) => ({
  schemaVersion: 1,
  id,
  revision: 1,
  createdAt: '2026-01-31',
  updatedAt: '2026-01-31',
  title: words,
  description: words,
  category: 'food-and-drink',
  tags: ['tea', 'drink', 'cup', '茶', '饮料', '杯子', 'чай', 'напиток', 'чашка'],
  tracks: [{ title: words }],
  items: [{ label: words, emoji: '🍵' }],
});

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'templates-'));
});
afterEach(() => rm(dir, { recursive: true }));

const put = (name: string, content: unknown) =>
  writeFile(join(dir, name), content instanceof Uint8Array ? content : JSON.stringify(content));

it('loadTemplates loads every template of a folder, by id, and ignores other files', async () => {
  await Promise.all([10, 2, 1].map((id) => put(`${id}-x.json`, template(id))));
  await put('template.schema.json', { not: 'a template' });
  await put('README.md', 'neither');
  const set = await loadTemplates(dir);
  expect(set.all.map((one) => one.id)).toEqual([1, 2, 10]);
  expect(set.find(10)).toBe(set.all[2]);
  expect(set.find(3)).toBeUndefined();
  expect(await checkTemplates([dir])).toEqual({ problems: [], warnings: [] });
});

it('loadTemplates returns an empty set for an empty folder', async () => {
  expect((await loadTemplates(dir)).all).toEqual([]);
});

it('loadTemplates rejects a folder with an invalid file, and reports all invalid files', async () => {
  await put('1-good.json', template(1));
  await put('2-bad.json', { ...template(2), revision: 0 });
  await put('3-bad.json', { ...template(3), tags: 1 });
  await put('4-bad.json', Uint8Array.of(0x22, 0xff, 0x22));
  const problems = [
    '2-bad.json: revision: must be at least 1',
    '3-bad.json: tags: must be a list',
    '4-bad.json: cannot be read: it is not UTF-8',
  ];
  expect(await checkTemplates([dir])).toEqual({ problems, warnings: [] });
  const failure = await loadTemplates(dir).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BrokenTemplates);
  expect(failure).toMatchObject({
    problems,
    message: `the templates cannot be loaded\n${problems.map((line) => `  ${line}`).join('\n')}`,
  });
});

it('loadTemplates rejects two files with one id', async () => {
  await put('7-a.json', template(7));
  await put('7-b.json', template(7));
  expect((await checkTemplates([dir])).problems).toEqual(['7-b.json: id: 7 is already the id of 7-a.json']);
});

describe('own templates', () => {
  let own: string;
  const putOwn = (name: string, content: unknown) => writeFile(join(own, name), JSON.stringify(content));
  const idsIn = async () => (await loadTemplates(dir, own)).recommended.map(({ id }) => id);
  beforeEach(async () => {
    own = join(dir, 'own-templates');
    await mkdir(own);
    await Promise.all([1, 2, 3].map((id) => put(`${id}-x.json`, template(id))));
  });

  it('are not needed', async () => {
    await rm(own, { recursive: true });
    expect(await idsIn()).toEqual([1, 2, 3]);
  });

  it('stand beside the official ones, override them, hide them, and have their own art and order', async () => {
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#f00" d="M0 0h9v9z"/></svg>';
    await mkdir(join(own, 'art'));
    await writeFile(join(own, 'art/square.svg'), square);
    await putOwn('100000-mine.json', { ...template(100_000), items: [{ label: words, art: 'square.svg' }] });
    await putOwn('2-better.json', { ...template(2), revision: 5 });
    await putOwn('3-hidden.json', { id: 3, hidden: true });
    await putOwn('recommended.json', { schemaVersion: 1, templates: [2, 100_000] });
    const set = await loadTemplates(dir, own);
    expect(set.recommended.map(({ id }) => id)).toEqual([2, 100_000, 1]);
    expect(set.find(2)?.revision).toBe(5);
    expect(set.find(3)).toBeUndefined();
    expect(set.find(100_000)?.items[0]?.art?.kind).toBe('vector');
    expect(await checkTemplates([dir, own])).toEqual({ problems: [], warnings: [] });
  });

  it.each([
    ['4-x.json', template(4), 'id: there is no official template 4; new templates have ids from 100000'],
    [
      '4-hidden.json',
      { id: 4, hidden: true },
      'id: there is no official template 4; new templates have ids from 100000',
    ],
    ['3-hidden.json', { id: 3, hidden: false }, 'hidden: must be true'],
    ['3-hidden.json', { id: 2, hidden: true }, 'id: is 2, so the file must be named 2-<words>.json'],
    ['3-hidden.json', { ...template(3), hidden: true }, 'schemaVersion: is not a field of a template'],
    ['100000-x.json', { ...template(100_000), tags: 1 }, 'tags: must be a list'],
  ])('cannot be %s with %o', async (file, content, problem) => {
    await putOwn(file, content);
    expect((await checkTemplates([dir, own])).problems[0]).toBe(`own-templates/${file}: ${problem}`);
    await expect(loadTemplates(dir, own)).rejects.toThrow(BrokenTemplates);
  });

  it('cannot both override and hide one, and are not blamed for broken official ones', async () => {
    await putOwn('2-hidden.json', { id: 2, hidden: true });
    await putOwn('2-x.json', template(2));
    expect((await checkTemplates([dir, own])).problems).toEqual([
      'own-templates/2-x.json: id: 2 is already the id of own-templates/2-hidden.json',
    ]);
    await rm(join(own, '2-x.json'));
    await put('2-x.json', {});
    const { problems } = await checkTemplates([dir, own]);
    expect(problems.filter((problem) => !problem.startsWith('2-x.json: '))).toEqual([]);
  });
});

it('loadTemplates reports a missing folder', async () => {
  expect(await checkTemplates([join(dir, 'none')])).toEqual({
    problems: ['the folder cannot be read: ENOENT'],
    warnings: [],
  });
});

describe('art', () => {
  const withItem = (item: object) => ({ ...template(1), items: [{ label: words, ...item }] });
  const itemOf = async () => (await loadTemplates(dir)).all[0]?.items[0];

  it('of an icon has the path of the icon, in the colour of the brand', async () => {
    await put('1-x.json', withItem({ icon: 'python' }));
    expect(await itemOf()).toEqual({
      label: words,
      art: {
        kind: 'vector',
        viewBox: [0, 0, 24, 24],
        shapes: [{ path: expect.stringMatching(/^M[\d\s.,a-zA-Z-]+$/), color: '#3776ab' }],
      },
    });
  });

  it('of a file has the shapes of the file', async () => {
    await mkdir(join(dir, 'art'));
    await writeFile(
      join(dir, 'art', 'dot.svg'),
      '<svg viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>',
    );
    await put('1-x.json', withItem({ art: 'dot.svg' }));
    expect(await itemOf()).toEqual({
      label: words,
      art: {
        kind: 'vector',
        viewBox: [0, 0, 2, 2],
        shapes: [{ path: 'M0 1a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z', color: '#000000' }],
      },
    });
  });

  it.each([
    [{ icon: 'pyton' }, 'items[0].icon: there is no icon "pyton"; did you mean "python"?'],
    [{ icon: 'q0q0q0q0q0q0' }, 'items[0].icon: there is no icon "q0q0q0q0q0q0"'],
    [{ art: 'none.svg' }, 'items[0].art: none.svg: there is no such file'],
    [{ art: 'folder.svg' }, 'items[0].art: folder.svg: cannot be read'],
    [{ art: 'large.svg' }, 'items[0].art: large.svg: is larger than 32 KiB'],
    [{ art: 'latin1.svg' }, 'items[0].art: latin1.svg: is not UTF-8'],
    [
      { art: 'script.svg' },
      'items[0].art: script.svg: <script> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [{ art: 'svg.png' }, 'items[0].art: svg.png: is not a PNG file'],
  ])('%o makes loadTemplates reject the folder', async (item, problem) => {
    const art = join(dir, 'art');
    await mkdir(join(art, 'folder.svg'), { recursive: true });
    await writeFile(join(art, 'large.svg'), ' '.repeat(33 * 1024));
    await writeFile(join(art, 'latin1.svg'), Uint8Array.of(0x3c, 0xff));
    await writeFile(join(art, 'script.svg'), '<svg viewBox="0 0 1 1"><script/></svg>');
    await writeFile(join(art, 'svg.png'), '<svg/>');
    await put('1-x.json', withItem(item));
    expect((await checkTemplates([dir])).problems).toEqual([`1-x.json: ${problem}`]);
  });
});

describe('checkTemplates', () => {
  it('returns warnings for valid content that may be a mistake', async () => {
    await put('1-x.json', {
      ...template(1),
      items: [{ label: words }, { label: { en: 'Coffee', zh: '咖啡', ru: 'Кофе' }, emoji: '☕' }],
    });
    await put('recommended.json', { schemaVersion: 1, templates: [1, 4711] });
    const look = ({ items }: { readonly items: readonly unknown[] }) => [`items: are ${items.length}`];
    expect(await checkTemplates([dir], look)).toEqual({
      problems: [],
      warnings: [
        '1-x.json: items[0]: has no emoji, icon or art, and is drawn as words alone',
        '1-x.json: items: are 2',
        'recommended.json: templates[1]: there is no template 4711',
      ],
    });
    expect((await loadTemplates(dir)).all).toHaveLength(1);
  });

  it('reports items with the same figure', async () => {
    const figures = [{ emoji: '🍵' }, { icon: 'python' }, { emoji: '🍵' }, { icon: 'python' }];
    const items = figures.map((figure, i) => ({
      label: { en: `Tea ${i}`, zh: `茶${i}`, ru: `Чай ${i}` },
      ...figure,
    }));
    await put('1-x.json', { ...template(1), items });
    expect((await checkTemplates([dir])).warnings).toEqual([
      '1-x.json: items[2]: has the same figure as items[0]',
      '1-x.json: items[3]: has the same figure as items[1]',
    ]);
  });

  it('reports texts that are the same as the English, but for names', async () => {
    const label = (en: string, zh = en, ru = en) => ({ label: { en, zh, ru } });
    const items = [
      label('HTTP'),
      label('Java'),
      label('Coffee', '咖啡', 'coffee'),
      label('Milk', '牛奶', 'Молоко'),
      label('Water', '水', 'Вода'),
      label('Juice', '果汁', 'Сок'),
      label('Cocoa', '可可', 'Какао'),
    ];
    await put('1-x.json', { ...template(1), title: { ...words, zh: 'Tea' }, items });
    expect((await checkTemplates([dir])).warnings).toEqual([
      '1-x.json: title.zh: is the same as the English',
      '1-x.json: items[1].label.zh: is the same as the English',
      '1-x.json: items[1].label.ru: is the same as the English',
      '1-x.json: items[2].label.ru: is the same as the English',
    ]);
    await put('1-x.json', { ...template(1), items: items.slice(0, 3) });
    expect((await checkTemplates([dir])).warnings).toEqual([]);
  });

  it('asks for tags in every language', async () => {
    await put('1-x.json', { ...template(1), tags: ['tea', 'chai', 'drink', '茶', 'чай', 'напиток'] });
    expect((await checkTemplates([dir])).warnings).toEqual([
      '1-x.json: tags: has 1 in Chinese, and needs 3',
      '1-x.json: tags: has 2 in Russian, and needs 3',
    ]);
  });

  it('accepts a template of words alone without a warning', async () => {
    await put('1-x.json', { ...template(1), items: [{ label: words }] });
    expect(await checkTemplates([dir])).toEqual({ problems: [], warnings: [] });
  });
});

describe('recommended.json', () => {
  it('puts templates first, each once; the others follow by id', async () => {
    await Promise.all([1, 2, 3, 4].map((id) => put(`${id}-x.json`, template(id))));
    await put('recommended.json', { schemaVersion: 1, templates: [3, 9, 1, 3] });
    expect((await loadTemplates(dir)).recommended.map(({ id }) => id)).toEqual([3, 1, 2, 4]);
  });

  it.each([
    ['[]', 'recommended.json: schemaVersion: '],
    ['{', 'recommended.json: is not JSON: close brace expected at line 1, column 2'],
    ['{"schemaVersion":1,"templates":["1"]}', 'recommended.json: templates.0: must be a number'],
    ['{"schemaVersion":1,"templates":{}}', 'recommended.json: templates: must be a list of ids'],
  ])('cannot be %s', async (content, problem) => {
    await writeFile(join(dir, 'recommended.json'), content);
    expect((await checkTemplates([dir])).problems[0]).toContain(problem);
    await expect(loadTemplates(dir)).rejects.toThrow(BrokenTemplates);
  });
});
