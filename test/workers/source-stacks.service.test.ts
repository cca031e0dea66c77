import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { built } from '../../src/files/package-files.ts';
import { runCli } from '../support/cli.ts';

it('names the sources in the stack of a renderer that cannot start', async () => {
  const start = promisify(execFile)(process.execPath, [built.renderer, 'no-such-rasteriser']);
  const { stderr } = await start.then(
    () => expect.unreachable(),
    (error: { stderr: string }) => error,
  );
  expect(stderr).toMatch(
    /Error: the first argument must be one of .*\n {4}at file:\S+\/src\/workers\/worker\.ts:\d+:\d+\n/,
  );
  expect(stderr).not.toMatch(/ {4}at .*\/dist\/programs\//);
});

it('names the sources in the stack of an error on the command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-stacks-'));
  const clock = 'globalThis.Date = class { constructor() { throw new Error("the clock has stopped"); } }';
  try {
    const { stderr } = await runCli(['users', 'add', 'ann@example.org'], {
      TIERPRESS_DATA_DIR: folder,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}`,
    });
    expect(stderr).toMatch(
      /Error: the clock has stopped\n(.*\n)* {4}at .*\/src\/service\/system\.ts:\d+:\d+/,
    );
    expect(stderr).not.toMatch(/ {4}at .*\/dist\/programs\//);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
