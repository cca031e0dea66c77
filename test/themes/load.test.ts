import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { BrokenThemes, loadThemes, readThemes, themesFolderOf } from '../../src/themes/load.ts';
import { themeSet } from '../../src/themes/theme-set.ts';
import { ocean, oceanOn, putTheme } from '../support/themes.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tierpress-themes-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = () => loadThemes(themesFolderOf({ dataDir }));

async function problems(): Promise<readonly string[]> {
  const error = await load().catch((reason: unknown) => reason);
  return error instanceof BrokenThemes ? error.problems : [];
}

describe('the themes of a data directory', () => {
  test('are the built-in ones without a folder, and with an empty one', async () => {
    expect((await load()).names).toEqual(themeNames);
    await mkdir(themesFolderOf({ dataDir }));
    expect((await load()).names).toEqual(themeNames);
  });

  test('follow the built-in ones, by name, and other files are ignored', async () => {
    await putTheme(dataDir, 'ocean', ocean);
    await putTheme(dataDir, 'dawn-2', oceanOn('#000000'));
    await putTheme(dataDir, 'theme.schema', { not: 'a theme' });
    await writeFile(join(themesFolderOf({ dataDir }), 'README.md'), 'neither');
    const set = await load();
    expect(set.names).toEqual([...themeNames, 'dawn-2', 'ocean']);
    expect(set.own.map(({ name }) => name)).toEqual(['dawn-2', 'ocean']);
    expect(set.all.at(-1)).toEqual({ name: 'ocean', ...ocean });
  });

  test('may be named like properties of objects', async () => {
    await putTheme(dataDir, 'constructor', ocean);
    expect((await load()).names).toEqual([...themeNames, 'constructor']);
  });

  test('are all rejected for an invalid one, with every problem of every file', async () => {
    const { fonts: _, ...fontless } = ocean;
    await putTheme(dataDir, 'ocean', ocean);
    await putTheme(dataDir, 'bright', { ...ocean, colors: { ...ocean.colors, tile: '#8c97b8' } });
    await putTheme(dataDir, 'plain', { ...fontless, glow: 1 });
    await writeFile(join(themesFolderOf({ dataDir }), 'latin.json'), Uint8Array.of(0x22, 0xff, 0x22));
    expect(await problems()).toEqual([
      'themes/bright.json: colors.label: contrast 2.5:1 on colors.tile, must be at least 4.5:1',
      'themes/latin.json: cannot be read: it is not UTF-8',
      'themes/plain.json: fonts: is missing',
      'themes/plain.json: glow: is no token of a theme',
    ]);
  });

  test('can be read one by one', async () => {
    await putTheme(dataDir, 'ocean', ocean);
    await putTheme(dataDir, 'dawn', []);
    expect(await readThemes(themesFolderOf({ dataDir }))).toEqual([
      { name: 'dawn', problems: ['themes/dawn.json: must be an object, not a list'] },
      { name: 'ocean', theme: { name: 'ocean', ...ocean } },
    ]);
  });

  test.each(themeNames)('cannot have the name of the built-in theme %s', async (name) => {
    await putTheme(dataDir, name, ocean);
    expect(await problems()).toEqual([`themes/${name}.json: "${name}" is a theme that is built in`]);
  });

  test.each([
    'Ocean',
    'deep_sea',
    '-sea',
    'sea-',
    'a--b',
    '2000',
    'x'.repeat(33),
    'sea side',
    'море',
    '__proto__',
  ])('cannot be named %s', async (name) => {
    await putTheme(dataDir, name, ocean);
    expect(await problems()).toEqual([
      `themes/${name}.json: a theme's name is lower-case letters, digits and single hyphens, begins with a letter, ` +
        'and has at most 32 characters',
    ]);
  });

  test('report a file that cannot be read', async () => {
    await mkdir(join(themesFolderOf({ dataDir }), 'folder.json'), { recursive: true });
    expect(await problems()).toEqual(['themes/folder.json: cannot be read: EISDIR']);
    await rm(themesFolderOf({ dataDir }), { recursive: true });
    await writeFile(themesFolderOf({ dataDir }), 'a file');
    expect(await problems()).toEqual(['themes/: the folder cannot be read: ENOTDIR']);
  });
});

describe('the digest of a theme', () => {
  const digest = async () => (await load()).digestOf('ocean');

  test('changes with every token', async () => {
    const digests = new Set<string>();
    for (const tokens of [
      ocean,
      oceanOn('#0b0f1b'),
      { ...ocean, palette: ocean.palette.toReversed() },
      { ...ocean, corners: { ...ocean.corners, row: 11 } },
      { ...ocean, fonts: { ...ocean.fonts, tier: ['literata-800'] } },
      { ...ocean, shadow: { color: '#000000', dx: 1, dy: 1 } },
    ]) {
      await putTheme(dataDir, 'ocean', tokens);
      digests.add(await digest());
    }
    expect(digests.size).toBe(6);
  });

  test('does not change with the order of tokens, the spaces between them or the schema', async () => {
    await putTheme(dataDir, 'ocean', ocean);
    const first = await digest();
    const reversed = Object.fromEntries(
      Object.entries({
        $schema: './theme.schema.json',
        ...ocean,
        colors: Object.fromEntries(Object.entries(ocean.colors).reverse()),
      }).reverse(),
    );
    await putTheme(dataDir, 'ocean', JSON.stringify(reversed, null, 4));
    expect(await digest()).toBe(first);
  });

  test('is an error for an unknown theme', () => {
    expect(() => themeSet([]).digestOf('ocean')).toThrow('unknown theme ocean');
  });
});
