import { chmod, cp, mkdir, readdir, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { lacks } from '../support/programs.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { type Account, type Form, run, serve, singleFileForm, withAccount } from './form.ts';

const example = join(inject('root'), 'examples', 'inline.json');
const draw = (account: Account, form: Form = singleFileForm) =>
  run(form, account, ['render', example, '-o', join(account.home, 'image.webp')]);
const drawn = { code: 0, stderr: '' };
const cachesOf = ({ home }: Account) => join(home, '.cache', 'tierpress');
const dayMs = 24 * 60 * 60 * 1000;

/** Runs the executable with its cache on a small disk. */
async function onDisk(
  megabytes: number,
  account: Account,
  test: (disk: SmallDisk, form: Form, account: Account) => Promise<void>,
): Promise<void> {
  const disk = await smallDisk(megabytes);
  try {
    const [nsenter = '', ...rest] = disk.enter;
    const command = [nsenter, ...rest, inject('singleFile')] as const;
    const env = { ...account.env, PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: disk.path };
    await test(disk, { ...singleFileForm, command }, { ...account, env });
  } finally {
    await disk.close();
  }
}

describe('the single executable', () => {
  it('can be started twice at once for the first time', () =>
    withAccount(singleFileForm, async (account) => {
      const both = await Promise.all([draw(account), draw(account)]);
      expect(both).toEqual([expect.objectContaining(drawn), expect.objectContaining(drawn)]);
      expect(await readdir(cachesOf(account))).toHaveLength(1);
    }));

  it('unpacks again what is cut off or missing', () =>
    withAccount(singleFileForm, async (account) => {
      expect(await draw(account)).toMatchObject(drawn);
      const [cache = ''] = await readdir(cachesOf(account));
      const programs = join(cachesOf(account), cache, 'dist', 'workers');
      await truncate(join(programs, 'worker.js'), 100);
      expect(await draw(account)).toMatchObject(drawn);
      await rename(join(programs, 'worker.js'), join(programs, 'lost.js'));
      const service = await serve(singleFileForm, account);
      expect(await service.stop()).toMatchObject({ code: 0 });
      expect(await readdir(cachesOf(account))).toEqual([cache]);
    }));

  it('removes caches of other versions that nothing has used for a week', () =>
    withAccount(singleFileForm, async (account) => {
      expect(await draw(account)).toMatchObject(drawn);
      const [cache = ''] = await readdir(cachesOf(account));
      const ages = { '0.0.1-old': 8, '0.0.2-used': 6, '0.0.3-torn.1.tmp': 8 };
      for (const [name, days] of Object.entries(ages)) {
        const then = new Date(Date.now() - days * dayMs);
        await mkdir(join(cachesOf(account), name));
        if (!name.endsWith('.tmp')) {
          await writeFile(join(cachesOf(account), name, '.used'), '');
          await utimes(join(cachesOf(account), name, '.used'), then, then);
        }
        await utimes(join(cachesOf(account), name), then, then);
      }
      const then = new Date(Date.now() - 8 * dayMs);
      await utimes(join(cachesOf(account), cache, '.used'), then, then);
      expect(await draw(account)).toMatchObject(drawn);
      expect((await readdir(cachesOf(account))).sort()).toEqual(['0.0.2-used', cache].sort());
    }));

  it('refuses a cache that others can write to', () =>
    withAccount(singleFileForm, async (account) => {
      await mkdir(cachesOf(account), { recursive: true });
      await chmod(cachesOf(account), 0o777);
      const { code, stderr } = await draw(account);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^tierpress: cannot use the cache .* others may write to it\. XDG_CACHE_HOME .*\n$/,
      );
      expect(await readdir(cachesOf(account))).toEqual([]);
    }));

  it('does without a home when XDG_CACHE_HOME is set', () =>
    withAccount(singleFileForm, async (account) => {
      const env = { XDG_CACHE_HOME: join(account.home, 'cache') };
      expect(await draw({ ...account, env })).toMatchObject(drawn);
      expect(await readdir(account.home)).toEqual(expect.arrayContaining(['cache', 'image.webp']));
    }));

  it.skipIf(lacks('unshare', 'nsenter'))('reports a full disk in one line, and leaves nothing on it', () =>
    withAccount(singleFileForm, (account) =>
      onDisk(30, account, async (disk, form, there) => {
        const { code, stderr } = await draw(there, form);
        expect(code).toBe(1);
        expect(stderr).toMatch(/^tierpress: cannot use the cache .*no space left.*200 MB free.*\n$/);
        expect(await readdir(join(disk.seen, 'tierpress'))).toEqual([]);
      }),
    ),
  );

  it.skipIf(lacks('unshare', 'nsenter'))('reports a disk from which no program can run, in one line', () =>
    withAccount(singleFileForm, (account) =>
      onDisk(400, account, async (disk, form, there) => {
        disk.remount('noexec');
        const { code, stderr } = await draw(there, form);
        expect(code).toBe(1);
        expect(stderr).toMatch(
          /^tierpress: cannot use the cache .*permission denied.*may hold programs.*\n$/,
        );
      }),
    ),
  );

  it.skipIf(lacks('unshare', 'nsenter'))('reports a cache that cannot be written, in one line', () =>
    withAccount(singleFileForm, (account) =>
      onDisk(10, account, async (disk, form, there) => {
        disk.remount('ro');
        const { code, stderr } = await draw(there, form);
        expect(code).toBe(1);
        expect(stderr).toMatch(/^tierpress: cannot use the cache .*of your own.*\n$/);
      }),
    ),
  );
});

it('keeps the data beside the executable where accounts lie there', () =>
  withAccount(singleFileForm, async (account) => {
    const program = join(account.home, 'tierpress');
    await cp(inject('singleFile'), program);
    const form: Form = { ...singleFileForm, command: [program] };
    const first = await serve(form, account, { TIERPRESS_DATA_DIR: join(account.home, 'data') });
    await first.stop();
    const second = await serve(form, account);
    await second.stop();
    expect(second.printed).toBe(
      `tierpress keeps its data in ${join(account.home, 'data')}\ntierpress is ready at ${second.url}\n`,
    );
  }));
