import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const request = { title: 'Drinks', tiers: [{ title: 'S', items: ['Tea', 'Coffee'] }] };

let dir: string;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-render-'));
  env = { TIERPRESS_DATA_DIR: join(dir, 'data') };
  await writeFile(join(dir, 'request.json'), JSON.stringify(request));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const file = (name: string) => join(dir, name);

describe('tierpress render', () => {
  it.each([
    ['out.webp', 'RIFF'],
    ['out.png', '\x89PNG'],
    ['out.PNG', '\x89PNG'],
    ['out.svg', '<svg'],
  ])('draws %s', async (name, beginning) => {
    expect(await runCli(['render', file('request.json'), '-o', file(name)], env)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await readFile(file(name))).toString('latin1', 0, beginning.length)).toBe(beginning);
  });

  it('reads standard input, and prints warnings', async () => {
    const body = JSON.stringify({ ...request, colour: 'red', format: 'webp' });
    const { code, stderr } = await runCli(['render', '-', '--out', file('stdin.png')], env, body);
    expect(code).toBe(0);
    expect(stderr).toBe('standard input: colour: unknown field, ignored\n');
    expect((await readFile(file('stdin.png'))).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('draws a watermark only on request', async () => {
    const svgOf = async (body: object) => {
      await runCli(['render', '-', '-o', file('mark.svg')], env, JSON.stringify(body));
      return readFile(file('mark.svg'), 'utf8');
    };
    const plain = await svgOf(request);
    expect(await svgOf({ ...request, watermark: false })).toBe(plain);
    expect(await svgOf({ ...request, watermark: true })).not.toBe(plain);
  });

  it('draws a template', async () => {
    const body = JSON.stringify({ templateId: 1, tiers: [{ title: 'S', items: ['item_0'] }] });
    expect(await runCli(['render', '-', '-o', file('template.svg')], env, body)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it.each([
    ['{"tiers": [{"title": "S", "items": ["a", 5]}]}', 1, /request: tiers\[0\]\.items\[1\]: /],
    ['{"tiers": []}', 1, /request: tiers: must hold at least 1/],
    ['{"tiers": [', 1, /request: The body is not valid JSON: error at line 1, column 12/],
    ['{"templateId": 987654, "tiers": [{"title": "S", "items": []}]}', 1, /request: .*template/i],
  ])('reports in one line where %s is wrong', async (body, code, message) => {
    const bad = join(dir, 'bad', 'request');
    await mkdir(join(dir, 'bad'), { recursive: true });
    await writeFile(bad, body);
    const result = await runCli(['render', bad, '-o', file('bad.png')], env);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(/^tierpress: [^\n]*\n$/);
    expect(result.stderr).toMatch(message);
  });

  it.each([
    [['render', 'nowhere.json', '-o', 'x.png'], 1, /^tierpress: nowhere\.json: cannot be read \(ENOENT\)\n$/],
    [
      ['render', 'nowhere.json', '-o', 'x.gif'],
      1,
      /^tierpress: x\.gif: the ending must be \.webp, \.png or \.svg\n$/,
    ],
    [['render', 'nowhere.json', '-o', 'x'], 1, /the ending must be/],
    [['render', 'nowhere.json'], 2, /required option '-o, --out <file>' not specified/],
    [['render', '-o', 'x.png'], 2, /missing required argument 'request'/],
    [[], 2, /Usage: tierpress/],
    [['draw'], 2, /unknown command 'draw'/],
    [['serve', '--fast'], 2, /unknown option '--fast'/],
  ])('%j ends with %d', async (args, code, message) => {
    const result = await runCli(args, env);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(message);
  });

  it('reports an image that cannot be written', async () => {
    const { code, stderr } = await runCli(['render', file('request.json'), '-o', file('no/folder.svg')], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tierpress: .*folder\.svg: cannot be written \(ENOENT\)\n$/);
  });

  it('prints its help', async () => {
    for (const args of [
      ['--help'],
      ['serve', '--help'],
      ['render', '--help'],
      ['users', 'add', '--help'],
      ['keys', 'create', '-h'],
    ]) {
      const { code, stdout, stderr } = await runCli(args, env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: tierpress/);
    }
    expect((await runCli(['--version'], env)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('tierpress templates check', () => {
  it('reports every problem', async () => {
    await mkdir(join(dir, 'templates'), { recursive: true });
    await writeFile(join(dir, 'templates', 'a.json'), '{}');
    await writeFile(join(dir, 'templates', 'b.json'), '{');
    const result = await runCli(['templates', 'check'], {
      ...env,
      TIERPRESS_TEMPLATES_DIR: join(dir, 'templates'),
    });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/^a\.json: /m);
    expect(result.stderr).toMatch(/^b\.json: /m);
  });
});
