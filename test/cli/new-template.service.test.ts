import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { lacks } from '../support/programs.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'templates-'));
});
afterEach(() => rm(dir, { recursive: true }));

const own = () => join(dir, 'own-templates');
const run = (options: readonly string[], input?: string, enter?: readonly string[]) =>
  runCli(['templates', 'new', ...options], { TIERPRESS_DATA_DIR: dir }, input, enter);
const title = ['--title', 'Teas | 茶 | Чай'];
const texts = [...title, '--description', 'Cups. | 杯。 | Чашки.', '--category', 'food-and-drink'];
const item = ['--item', '🍵 Green tea | 绿茶 | Зелёный чай'];

describe('tierpress templates new', () => {
  it('writes templates with the next free ids, which templates check accepts', async () => {
    const first = await run([
      ...texts,
      ...item,
      '--tier',
      'Best | 最好 | Лучшее',
      '--tier',
      'Rest | 其他 | Прочее',
    ]);
    expect(first).toEqual({ code: 0, stdout: `${join(own(), '100000-teas.json')}\n`, stderr: '' });
    const second = await run([...texts, ...item]);
    expect(second.stdout).toBe(`${join(own(), '100001-teas.json')}\n`);
    const { id, tracks, items } = JSON.parse(await readFile(join(own(), '100000-teas.json'), 'utf8'));
    expect([id, tracks.length, items[0].emoji]).toEqual([100_000, 2, '🍵']);

    const official = join(dir, 'official');
    await mkdir(official);
    const env = { TIERPRESS_DATA_DIR: dir, TIERPRESS_TEMPLATES_DIR: official };
    const checked = await runCli(['templates', 'check'], env);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      `the templates in ${official} and ${own()} are fine\n`,
    ]);
  });

  it.each([
    ['without a value that it needs', title, 2, '--description, --category, --item'],
    ['with a text in two languages', ['--title', 'Teas | 茶'], 2, 'English | Chinese | Russian'],
    ['with an invalid value', [...texts, ...item, '--category', 'food'], 1, 'there is no category "food"'],
    ['with an id that is not a number', [...texts, ...item, '--id', 'x'], 2, '--id must be a number'],
    ['with an id of no official template', [...texts, ...item, '--id', '99999'], 1, 'ids from 100000'],
  ])('writes nothing %s', async (_, options, code, message) => {
    const ended = await run(options);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
    expect(await readdir(dir)).toEqual([]);
  });

  it('reads the items of a table', async () => {
    const table = 'ru;en;zh;emoji;tags\r\nЗелёный чай;Green tea;绿茶;🍵;brew, чаёк\r\n';
    const { stdout } = await run([...texts, '--tags', 'cup', '--csv', '-'], `\uFEFF${table}`);
    const { tags, items } = JSON.parse(await readFile(stdout.trim(), 'utf8'));
    expect(tags).toEqual(['brew', 'чаёк', 'cup']);
    expect(items).toEqual([{ label: { en: 'Green tea', zh: '绿茶', ru: 'Зелёный чай' }, emoji: '🍵' }]);
  });

  it('reports the lines and columns of a table that are wrong, and writes nothing', async () => {
    const ended = await run([...texts, '--csv', '-'], 'en,zh,ru,icon\nTea,茶,,\nJuice,果汁,Сок,juise\n');
    expect([ended.code, ended.stderr]).toEqual([1, 'standard input: line 2, column ru: must not be empty\n']);
    expect(await readdir(dir)).toEqual([]);
  });

  it('never replaces a file', async () => {
    await run([...texts, ...item]);
    await writeFile(join(own(), '100000-teas.json'), 'mine');
    const ended = await run([...texts, ...item, '--id', '100000']);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      'tierpress: 100000 is already the id of 100000-teas.json\n',
    ]);
    expect(await readFile(join(own(), '100000-teas.json'), 'utf8')).toBe('mine');
  });

  describe.skipIf(lacks('python3'))('at a terminal', () => {
    /** Runs a command at a pseudo-terminal. Sends Ctrl-D when the text in the first argument is shown. */
    const relay = `
import os, pty, sys
shown = b""
def read(fd):
    global shown
    data = os.read(fd, 4096)
    isNew = os.fsencode(sys.argv[1]) not in shown
    shown += data
    if isNew and os.fsencode(sys.argv[1]) in shown: os.write(fd, b"\\x04")
    return data
sys.exit(pty.spawn(sys.argv[2:], read) >> 8)`;
    const terminalUntil = (shown: string) => ['python3', '-c', relay, shown];

    it('asks for what is missing, and again after an invalid answer', async () => {
      const answers = [
        'Cups. | 杯。 | Чашки.',
        'food',
        'food-and-drink',
        'brew, hot drink',
        '🍵 Green tea | 绿茶 | Зелёный чай',
        'Black tea | 绿茶 | Чёрный чай',
        '🫖 Black tea | 红茶 | Чёрный чай',
        '',
      ];
      const { code, stdout } = await run(
        title,
        answers.map((answer) => `${answer}\n`).join(''),
        terminalUntil('no such text'),
      );
      expect(stdout).toContain('there is no category "food"');
      expect(stdout).toContain('items[1].label.zh: is the same as items[0].label.zh');
      expect(code).toBe(0);
      const { tags, items } = JSON.parse(await readFile(join(own(), '100000-teas.json'), 'utf8'));
      expect(tags).toEqual(['brew', 'hot drink']);
      expect(items.map(({ emoji }: { emoji: string }) => emoji)).toEqual(['🍵', '🫖']);
    });

    it('writes nothing when the input ends', async () => {
      const { code, stdout } = await run(title, '', terminalUntil('Description: '));
      expect(code).toBe(1);
      expect(stdout).toContain('nothing is written');
      expect(await readdir(dir)).toEqual([]);
    });
  });
});
