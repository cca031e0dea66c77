import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask, logIn } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { lacks } from '../support/programs.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const examples = fileURLToPath(new URL('../../examples', import.meta.url));

let test: TestService;
let folder: string;
beforeAll(async () => {
  const renderers = fakeRenderers(async ({ board }) => ({
    bytes: Buffer.from(`image of ${board.title}`),
    width: 1080,
    height: 1440,
    warnings: [],
  }));
  test = await startTestService({}, { renderers });
  folder = await mkdtemp(join(tmpdir(), 'tierpress-examples-'));
  await copyFile(join(examples, 'english.json'), join(folder, 'ranking.json'));
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

const env = (more: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'] ?? '',
  TIERPRESS_URL: test.url,
  ...more,
});
const titleOf = async () => JSON.parse(await readFile(join(folder, 'ranking.json'), 'utf8')).title;

/** Takes what a bot posts, as Discord does. */
async function startDiscord(status: number) {
  const posts: FormData[] = [];
  const server = createServer(async (request, response) => {
    const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
    posts.push(await new Response(await buffer(request), { headers }).formData());
    response.statusCode = status;
    response.end(status === 200 ? '{}' : '{"message": "Unknown Webhook"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/webhooks/1/token`, posts, close: () => server.close() };
}

describe('examples/discord-webhook.mjs', () => {
  const post = (url: string) =>
    run(process.execPath, [join(examples, 'discord-webhook.mjs'), join(folder, 'ranking.json')], {
      env: env({ TIERPRESS_KEY: test.key, DISCORD_WEBHOOK_URL: url }),
    });

  it('posts the image as a file and shows it under its title', async () => {
    const discord = await startDiscord(200);
    await post(discord.url);
    const [form] = discord.posts;
    const image = form?.get('files[0]');
    if (!(image instanceof File)) throw new Error('no file was posted');
    expect([image.name, image.type, await image.text()]).toEqual([
      'tier-list.webp',
      'image/webp',
      `image of ${await titleOf()}`,
    ]);
    expect(JSON.parse(String(form?.get('payload_json')))).toEqual({
      embeds: [{ title: await titleOf(), image: { url: 'attachment://tier-list.webp' } }],
    });
    discord.close();
  });

  it('fails with the answer of a webhook that refuses it', async () => {
    const discord = await startDiscord(404);
    await expect(post(discord.url)).rejects.toMatchObject({
      stderr: expect.stringContaining('Discord answered 404: {"message": "Unknown Webhook"}'),
    });
    discord.close();
  });
});

describe.skipIf(lacks('curl'))('the step of examples/github-action.yml', () => {
  it('puts an address of the image into the summary', async () => {
    const workflow = await readFile(join(examples, 'github-action.yml'), 'utf8');
    const [, step = ''] = /run: \|\n(.*)$/s.exec(workflow) ?? [];
    const summary = join(folder, 'summary.md');
    // As a runner does with `shell: bash`.
    await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.replace(/^ {10}/gm, '')], {
      cwd: folder,
      env: env({ TIERPRESS_KEY: test.key, GITHUB_STEP_SUMMARY: summary }),
    });
    const [, address = ''] = /^!\[Tier list\]\((\S+)\)\n$/.exec(await readFile(summary, 'utf8')) ?? [];
    expect(await (await fetch(address)).text()).toBe(`image of ${await titleOf()}`);
  });
});

describe('examples/static-site.mjs', () => {
  it('gives each image of a page a signed address', async () => {
    const { id, email } = await addMember(test, { plan: 'creator' });
    const [key] = await test.service.accounts.keysOf(id);
    const cookie = await logIn(test, email);
    const { body } = await ask(test, 'GET', `/api/v1/keys/${key?.id}/signing-secret`, { cookie });
    const page = join(folder, 'index.html');
    const image = '<img data-tier-list="ranking.json" alt="Drinks">';
    await writeFile(page, `<h1>Mine</h1>${image}<p>and again</p>${image}`);
    await run(process.execPath, [join(examples, 'static-site.mjs'), page], {
      env: env({ TIERPRESS_KEY_ID: key?.id ?? '', TIERPRESS_SIGNING_SECRET: String(body['signingSecret']) }),
    });
    const html = await readFile(page, 'utf8');
    const addresses = [...html.matchAll(/<img src="([^"]+)" alt="Drinks">/g)].map(([, src = '']) => src);
    expect(addresses).toHaveLength(2);
    for (const src of addresses)
      expect(await (await fetch(src.replaceAll('&amp;', '&'))).text()).toBe(`image of ${await titleOf()}`);
    expect(html).not.toContain('ss_live_');
  });
});
