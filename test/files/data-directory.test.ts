import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataDirIn } from '../../src/files/data-directory.ts';

let folder: string;
const accounts = JSON.stringify({ schemaVersion: 2, accounts: [{ id: 'a' }], keys: [] });
const noAccounts = JSON.stringify({ schemaVersion: 2, accounts: [], keys: [] });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierpress-'));
  await mkdir(join(folder, 'data'));
});

afterEach(() => rm(folder, { recursive: true }));

const dirWith = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
  dataDirIn({ env, platform, folders: ['/opt/tierpress', folder], userFolder: () => '/users/ann' });

it('is data/ in a clone', async () => {
  await writeFile(join(folder, 'tsconfig.json'), '{}');
  expect(dirWith({ HOME: '/home/ann', XDG_DATA_HOME: '/srv' })).toBe(join(folder, 'data'));
});

it.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', { HOME: '/home/ann' }, '/home/ann/.local/share/tierpress'],
  ['linux', { HOME: '/home/ann', XDG_DATA_HOME: '/srv/data' }, '/srv/data/tierpress'],
  ['linux', { HOME: '/home/ann', XDG_DATA_HOME: '' }, '/home/ann/.local/share/tierpress'],
  ['linux', { HOME: '/home/ann', XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share/tierpress'],
  ['linux', { HOME: '' }, '/users/ann/.local/share/tierpress'],
  ['freebsd', {}, '/users/ann/.local/share/tierpress'],
  ['darwin', { HOME: '/Users/ann' }, '/Users/ann/Library/Application Support/tierpress'],
  ['win32', { LOCALAPPDATA: '/c/local' }, '/c/local/tierpress'],
])('of an installed package is the place for data of users on %s with %j', (platform, env, dir) => {
  expect(dirWith(env, platform)).toBe(dir);
});

it('remains beside an installed program where accounts, or what may be accounts, lie already', async () => {
  const file = join(folder, 'data', 'keys.json');
  for (const [content, isBeside] of [
    [accounts, true],
    ['{"accounts": [', true],
    [noAccounts, false],
  ] as const) {
    await writeFile(file, content);
    expect(dirWith({ HOME: '/home/ann' }) === join(folder, 'data'), content).toBe(isBeside);
  }
});
