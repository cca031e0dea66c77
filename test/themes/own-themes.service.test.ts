import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type Serving, serveCli } from '../support/cli.ts';
import { jsonOf } from '../support/http.ts';
import { ocean, oceanOn, putTheme } from '../support/themes.ts';
import type { Finished } from '../support/watch-service.ts';

const tiers = [{ title: 'S', items: ['Tea'] }];
const ours = ['night', 'paper', 'arcade', 'ocean'];

let dataDir: string;
let env: Record<string, string>;
let serving: Serving;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tierpress-own-theme-'));
  env = { TIERPRESS_DATA_DIR: dataDir };
  await putTheme(dataDir, 'ocean', oceanOn('#002040'));
  serving = await serveCli(env);
  key = /sk_live_\w+/.exec(serving.printed)?.[0] ?? '';
});
afterAll(async () => {
  await serving.end('SIGTERM');
  await rm(dataDir, { recursive: true });
});

function post(body: object): Promise<Response> {
  return fetch(`${serving.url}/api/v1/render`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Returns the colour of the canvas in its corner, which nothing covers, and the answer about the image. */
async function drawn(theme: string) {
  const answer = await post({ theme, tiers, format: 'png' });
  expect(answer.status).toBe(200);
  const body = await jsonOf(answer);
  const picture = Buffer.from(await (await fetch(String(body['imageUrl']))).arrayBuffer());
  return { ground: await groundOf(picture), body };
}

async function groundOf(picture: Uint8Array): Promise<string> {
  const corner = await sharp(picture)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return `#${corner.toString('hex')}`;
}

describe('a theme in the data directory', () => {
  test('is used by the renderers', async () => {
    expect((await drawn('ocean')).ground).toBe('#002040');
  });

  test('is in the list of themes of GET /api/v1/render', async () => {
    expect(await jsonOf(await fetch(`${serving.url}/api/v1/render`))).toMatchObject({ themes: ours });
  });

  test('is among the themes of the OpenAPI document', async () => {
    const document = v.parse(described, await jsonOf(await fetch(`${serving.url}/api/v1/openapi.json`)));
    expect(document.components.schemas.RenderRequest.properties.theme.enum).toEqual(ours);
  });

  test.each(['lagoon', 'Ocean', 'toString', '__proto__', 'ocean.json', '../themes/ocean'])(
    'is listed in the error for the unknown theme %s',
    async (theme) => {
      const answer = await post({ theme, tiers });
      expect(answer.status).toBe(400);
      expect(await jsonOf(answer)).toEqual({
        success: false,
        message: `theme: must be "night", "paper", "arcade" or "ocean"${theme === 'Ocean' ? '; did you mean "ocean"?' : ''}`,
      });
    },
  );

  test('does not change while the service runs, and gives a different image after a restart', async () => {
    const { body } = await drawn('ocean');
    const night = (await drawn('night')).body;
    await putTheme(dataDir, 'ocean', '{ half a fi');
    expect(await drawn('ocean')).toMatchObject({
      ground: '#002040',
      body: { cached: true, renderId: body['renderId'] },
    });

    await putTheme(dataDir, 'ocean', oceanOn('#200040'));
    await serving.end('SIGTERM');
    serving = await serveCli(env);
    expect(await drawn('ocean')).toMatchObject({ ground: '#200040', body: { cached: false } });
    expect((await drawn('night')).body).toMatchObject({ cached: true, renderId: night['renderId'] });
  });
});

const described = v.object({
  components: v.object({
    schemas: v.object({
      RenderRequest: v.object({
        properties: v.object({ theme: v.object({ enum: v.array(v.string()) }) }),
      }),
    }),
  }),
});

describe('on the command line', () => {
  let dir: string;
  const out = () => join(dir, 'out.svg');
  const run = (args: readonly string[], body = ''): Promise<Finished> =>
    runCli(args, { TIERPRESS_DATA_DIR: dir }, body);

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tierpress-cli-themes-'));
    await putTheme(dir, 'ocean', oceanOn('#002040'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  test('render uses it', async () => {
    const png = join(dir, 'out.png');
    expect(await run(['render', '-', '-o', png], JSON.stringify({ theme: 'ocean', tiers }))).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(await groundOf(await readFile(png))).toBe('#002040');
  });

  test('render lists the available themes', async () => {
    expect(await run(['render', '-', '-o', out()], JSON.stringify({ theme: 'sea', tiers }))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tierpress: standard input: theme: must be "night", "paper", "arcade" or "ocean"\n',
    });
  });

  test('themes check reports that it is valid', async () => {
    const stdout = `the themes in ${join(dir, 'themes')} are fine: ocean\n`;
    expect(await run(['themes', 'check'])).toEqual({ code: 0, stdout, stderr: '' });
  });

  describe('an invalid theme', () => {
    const problem =
      'themes/ocean.json: colors.label: contrast 1.1:1 on colors.tile, must be at least 4.5:1\n';
    beforeAll(() => putTheme(dir, 'ocean', { ...ocean, colors: { ...ocean.colors, label: '#2a3450' } }));

    test('stops the service before it starts', async () => {
      await expect(serveCli({ TIERPRESS_DATA_DIR: dir })).rejects.toThrow(`ended with 1: ${problem}`);
    });

    test('stops render in any theme', async () => {
      await writeFile(join(dir, 'request.json'), JSON.stringify({ theme: 'night', tiers }));
      const finished = await run(['render', join(dir, 'request.json'), '-o', out()]);
      expect(finished).toEqual({ code: 1, stdout: '', stderr: problem });
    });

    test('is reported by themes check', async () => {
      const stderr = `${problem}tierpress: one problem in ${join(dir, 'themes')}\n`;
      expect(await run(['themes', 'check'])).toEqual({ code: 1, stdout: '', stderr });
    });
  });
});
