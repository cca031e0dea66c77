import { readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { lacks, pathOf } from '../support/programs.ts';
import { type Form, folderForm, run, serve, withAccount } from './form.ts';

const folder = inject('folder');
const examples = join(inject('root'), 'examples');
/** What belongs to the system. */
const system = ['/proc/', '/sys/', '/dev/', '/etc/', '/lib/', '/lib64/', '/usr/lib/'];

it.skipIf(lacks('strace'))('opens nothing but its own files, its data and the system', () =>
  withAccount(folderForm, async (account) => {
    const trace = join(account.home, '..', 'trace');
    const options = ['-D', '-f', '-qq', '-e', 'trace=open,openat,execve', '-e', 'signal=none', '-o', trace];
    const form: Form = { ...folderForm, command: [pathOf('strace'), ...options, ...folderForm.command] };
    const opened = async () => {
      const text = await readFile(trace, 'utf8');
      const paths = [...text.matchAll(/(?:open|openat|execve)\((?:AT_FDCWD, )?"([^"]+)".*\) = \d+$/gm)];
      return new Set(paths.map(([, path = '']) => path));
    };
    const own = [`${folder}/`, `${await realpath(dirname(account.home))}/`];
    const foreign = (paths: ReadonlySet<string>, allowed: readonly string[]) =>
      [...paths].filter(
        (path) => ![...own, ...system, ...allowed].some((prefix) => `${path}/`.startsWith(prefix)),
      );

    for (const name of ['mixed.json', 'chinese.json', 'template.json']) {
      const file = join(account.home, 'image.webp');
      expect(await run(form, account, ['render', join(examples, name), '-o', file])).toMatchObject({
        code: 0,
      });
      const paths = await opened();
      expect([...paths].filter((path) => path.endsWith('.ttf')).length).toBeGreaterThan(0);
      // The command line keeps photos in a temporary folder.
      expect(foreign(paths, [examples, join(tmpdir(), 'tierpress-')])).toEqual([]);
    }

    const service = await serve(form, account);
    try {
      const [key = ''] = /\bsk_live_\w+/.exec(service.printed) ?? [];
      for (const name of ['mixed.json', 'template.json']) {
        const answer = await fetch(`${service.url}/api/v1/render`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: await readFile(join(examples, name)),
        });
        expect(answer.status).toBe(200);
      }
      for (const path of ['/', '/tier/1', '/tier/custom', '/dashboard', '/docs']) {
        expect((await fetch(service.url + path)).status).toBe(200);
      }
    } finally {
      await service.stop();
    }
    const paths = await opened();
    expect([...paths].filter((path) => path.endsWith('.pack')).length).toBeGreaterThan(0);
    expect(foreign(paths, [])).toEqual([]);
  }),
);
