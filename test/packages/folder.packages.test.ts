import { cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { lacks } from '../support/programs.ts';
import { smallDisk } from '../support/small-disk.ts';
import { type Form, filesOf, folderForm, run, serve, withAccount } from './form.ts';

const example = join(inject('root'), 'examples', 'mixed.json');
const folder = inject('folder');

it('writes nothing into its folder', () =>
  withAccount(folderForm, async (account) => {
    const sizes = async () =>
      Promise.all(
        (await filesOf(folder)).map(async (path) => {
          const { size, mtimeMs } = await stat(join(folder, path));
          return `${path} ${size} ${mtimeMs}`;
        }),
      );
    const before = await sizes();
    const service = await serve(folderForm, account);
    expect(await service.stop()).toMatchObject({ code: 0 });
    expect(await sizes()).toEqual(before);
  }));

it('runs through a relative link, in a folder with spaces in its name', () =>
  withAccount(folderForm, async (account) => {
    const spaced = join(account.home, 'my programs', 'tierpress 1');
    await mkdir(dirname(spaced));
    await cp(folder, spaced, { recursive: true });
    await symlink(join('home', 'my programs', 'tierpress 1', 'tierpress'), join(account.home, '..', 'link'));
    await symlink(join('..', 'link'), join(account.home, 'tp'));
    const form: Form = { ...folderForm, command: [join(account.home, 'tp')] };
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(await run(form, account, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  }));

it.skipIf(lacks('unshare', 'nsenter'))('draws and serves from a read-only disk', () =>
  withAccount(folderForm, async (account) => {
    const disk = await smallDisk(400);
    try {
      await cp(folder, join(disk.seen, 'tierpress'), { recursive: true });
      disk.remount('ro');
      const [nsenter = '', ...rest] = disk.enter;
      const form: Form = {
        ...folderForm,
        command: [nsenter, ...rest, join(disk.path, 'tierpress', 'tierpress')],
      };
      const there = { ...account, env: { ...account.env, PATH: process.env['PATH'] ?? '' } };
      const drawn = await run(form, there, ['render', example, '-o', join(account.home, 'image.png')]);
      expect(drawn).toMatchObject({ code: 0 });
      const service = await serve(form, there);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.stop();
    } finally {
      await disk.close();
    }
  }),
);
