import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
  category: 'food',
  tags: [],
  tracks: [{ title: words }],
  items: [{ label: words }],
});

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'templates-'));
});
afterEach(() => rm(dir, { recursive: true }));

const put = (name: string, content: unknown) =>
  writeFile(join(dir, name), content instanceof Uint8Array ? content : JSON.stringify(content));

it('loads every template of a folder, by id, and nothing else in it', async () => {
  await Promise.all([10, 2, 1].map((id) => put(`${id}-x.json`, template(id))));
  await put('template.schema.json', { not: 'a template' });
  await put('README.md', 'neither');
  const set = await loadTemplates(dir);
  expect(set.all.map((one) => one.id)).toEqual([1, 2, 10]);
  expect(set.find(10)).toBe(set.all[2]);
  expect(set.find(3)).toBeUndefined();
  expect(await checkTemplates(dir)).toEqual([]);
});

it('loads an empty folder as an empty set', async () => {
  expect((await loadTemplates(dir)).all).toEqual([]);
});

it('refuses the folder for one broken file, and reports all of them', async () => {
  await put('1-good.json', template(1));
  await put('2-bad.json', { ...template(2), revision: 0 });
  await put('3-bad.json', { ...template(3), tags: 1 });
  await put('4-bad.json', Uint8Array.of(0x22, 0xff, 0x22));
  const problems = [
    '2-bad.json: revision: must be at least 1',
    '3-bad.json: tags: must be a list',
    '4-bad.json: cannot be read: it is not UTF-8',
  ];
  expect(await checkTemplates(dir)).toEqual(problems);
  const failure = await loadTemplates(dir).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BrokenTemplates);
  expect(failure).toMatchObject({
    problems,
    message: `the templates cannot be loaded\n${problems.map((line) => `  ${line}`).join('\n')}`,
  });
});

it('refuses two files of one id', async () => {
  await put('7-a.json', template(7));
  await put('7-b.json', template(7));
  expect(await checkTemplates(dir)).toEqual(['7-b.json: id: 7 is already the id of 7-a.json']);
});

it('says that a folder is missing', async () => {
  expect(await checkTemplates(join(dir, 'none'))).toEqual(['the folder cannot be read: ENOENT']);
});
