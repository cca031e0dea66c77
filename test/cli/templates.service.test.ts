import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { runCli, serveCli } from '../support/cli.ts';
import { costly } from '../support/runs.ts';

let dir: string;
let folder: string;
const files = ['1-world-dishes.json', '2-programming-languages.json', '3-weekend-activities.json', 'art'];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'templates-'));
  folder = join(dir, 'templates');
  await mkdir(folder);
  for (const name of files)
    await cp(join(packagedData.templatesDir, name), join(folder, name), { recursive: true });
});
afterEach(() => rm(dir, { recursive: true }));

const env = () => ({ TIERPRESS_DATA_DIR: join(dir, 'data'), TIERPRESS_TEMPLATES_DIR: folder });
const change = async (file: string, from: string, to: string) => {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
};

describe('tierpress templates check', () => {
  it('accepts the built-in templates', costly, async () => {
    const { TIERPRESS_DATA_DIR } = env();
    const stdout = `the templates in ${packagedData.templatesDir} are fine\n`;
    expect(await runCli(['templates', 'check'], { TIERPRESS_DATA_DIR })).toEqual({
      code: 0,
      stdout,
      stderr: '',
    });
  });

  it('prints warnings, and fails only for broken templates', async () => {
    await change('1-world-dishes.json', ', "emoji": "🍕"', '');
    const warned = await runCli(['templates', 'check'], env());
    expect(warned.code).toBe(0);
    expect(warned.stderr).toContain('warning: 1-world-dishes.json: items[0]: has no emoji, icon or art');

    await change('2-programming-languages.json', '"icon": "python"', '"icon": "pyton"');
    await change('3-weekend-activities.json', '"category": "everyday-life"', '"category": "everyday-live"');
    const { code, stdout, stderr } = await runCli(['templates', 'check'], env());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').filter((line) => !line.startsWith('warning: '))).toEqual([
      '2-programming-languages.json: items[0].icon: there is no icon "pyton"; did you mean "python"?',
      '3-weekend-activities.json: category: there is no category "everyday-live"; did you mean "everyday-life"?',
      `tierpress: 2 problems in ${folder}`,
      '',
    ]);
  });
});

describe('SIGHUP', () => {
  it('makes the service reload its templates, and a broken one changes nothing', async () => {
    const service = await serveCli(env());
    const [key] = /sk_live_\w+/.exec(service.printed) ?? [];
    const titleOf = async (): Promise<unknown> => {
      const answer = await fetch(`${service.url}/api/v1/templates/3`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const body: { title: unknown } = await answer.json();
      return body.title;
    };
    /** Sends the request until the response changes. */
    const nextTitle = async (before: unknown) => {
      let title = before;
      while (title === before) title = await titleOf();
      return title;
    };
    expect(await titleOf()).toBe('Weekend Activities');
    await change('3-weekend-activities.json', '"Weekend Activities"', '"Lazy Sundays"');
    process.kill(service.pid, 'SIGHUP');
    expect(await nextTitle('Weekend Activities')).toBe('Lazy Sundays');

    await change('3-weekend-activities.json', '"Lazy Sundays"', '7');
    process.kill(service.pid, 'SIGHUP');
    await change('3-weekend-activities.json', '"en": 7', '"en": "Busy Sundays"');
    // Whether or not it has seen the broken file, the service continues and reads the next one.
    process.kill(service.pid, 'SIGHUP');
    expect(await nextTitle('Lazy Sundays')).toBe('Busy Sundays');

    const own = join(dir, 'data', 'own-templates');
    await mkdir(own);
    await writeFile(join(own, '3-hidden.json'), '{"id": 3, "hidden": true}');
    process.kill(service.pid, 'SIGHUP');
    expect(await nextTitle('Busy Sundays')).toBeUndefined();
    expect((await service.end('SIGTERM')).code).toBe(0);
  });
});
