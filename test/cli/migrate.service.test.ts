import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const store = 'postgres://tierpress:hush@127.0.0.1:1/tierpress';

describe('tierpress migrate', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    env = { TIERPRESS_DATA_DIR: await mkdtemp(join(tmpdir(), 'tierpress-migrate-')) };
  });
  afterAll(() => rm(env['TIERPRESS_DATA_DIR'] ?? '', { recursive: true, force: true }));

  it.each([
    [[], 'one of --to and --from must be given'],
    [['--images', 's3://boards'], 'one of --to and --from must be given'],
    [['--to', store, '--from', store], "'--from <store>' cannot be used with option '--to <store>'"],
    [['--to', 'file:'], '--to must be an address such as postgres://'],
    [['--from', 'mysql://u:hush@db/tierpress'], '--from must be an address such as postgres://'],
    [['--to', store, '--images', 'file:'], '--images must begin with s3://'],
    [['--to', store, '--images', 's3://u:hush@boards'], '--images must not contain credentials'],
  ])('refuses %j as wrong usage, and quotes no address', async (args, problem) => {
    const { code, stdout, stderr } = await runCli(['migrate', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('hush');
  });

  it.each([
    [['--to', store, '--images', 's3://boards'], 'AWS_ACCESS_KEY_ID: must be set'],
    [['--to', store], 'holds no accounts'],
    [['--from', store], 'Name the secret of the replicas in TIERPRESS_SECRET_FILE'],
  ])('fails with one line for %j', async (args, problem) => {
    const { code, stderr } = await runCli(['migrate', ...args], env);
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('hush');
  });
});
