import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Form, folderForm, npmForm, run, serve, singleFileForm, withAccount } from './form.ts';

const root = inject('root');
const installed = inject('installed');
const next = '99.0.0';

let made: string;
let upgraded: ReadonlyMap<Form, Form>;

/** Makes the next version of each form: the same programs with another version. */
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'tierpress-next-'));
  const folder = join(made, basename(inject('folder')).replace(/\d+\.\d+\.\d+/, next));
  await cp(inject('folder'), folder, { recursive: true });
  await setVersion(folder);
  const project = join(made, 'project');
  await cp(installed, project, { recursive: true, verbatimSymlinks: true });
  await setVersion(join(project, 'node_modules', 'tierpress'));
  const file = join(made, 'tierpress-linux-x64');
  await promisify(execFile)(join(folder, 'node', 'bin', 'node'), [
    join(root, 'scripts', 'release', 'single-file.mjs'),
    ...[folder, file, '[]'],
  ]);
  upgraded = new Map([
    [npmForm, { ...npmForm, command: [join(project, 'node_modules', '.bin', 'tierpress')] }],
    [folderForm, { ...folderForm, command: [join(folder, 'tierpress')] }],
    [singleFileForm, { ...singleFileForm, command: [file] }],
  ]);
});
afterAll(() => rm(made, { recursive: true, force: true }));

async function setVersion(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version: next }));
}

it.each([npmForm, folderForm, singleFileForm])('$name keeps keys, quotas and images in an upgrade', (form) =>
  withAccount(form, async (account) => {
    const before = await serve(form, account);
    const [key = ''] = /\bsk_live_\w+/.exec(before.printed) ?? [];
    const render = async (url: string) => {
      const answer = await fetch(`${url}/api/v1/render`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: await readFile(join(root, 'examples', 'inline.json')),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const first = await render(before.url);
    expect(first).toMatchObject({ status: 200, body: { cached: false } });
    await before.stop();

    const later = upgraded.get(form) ?? form;
    expect(await run(later, account, ['--version'])).toMatchObject({ stdout: `${next}\n` });
    const after = await serve(later, account);
    try {
      // The first start of a new data directory would print more.
      expect(after.printed).toBe(
        `tierpress keeps its data in ${join(account.home, '.local/share/tierpress')}\ntierpress is ready at ${after.url}\n`,
      );
      expect((await fetch(`${after.url}${first.body.imagePath}`)).status).toBe(200);
      expect(await render(after.url)).toMatchObject({ status: 200 });
    } finally {
      await after.stop();
    }
  }),
);
