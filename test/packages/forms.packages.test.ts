import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startPhotoHost } from '../support/photo-host.ts';
import { type Account, filesOf, forms, newAccount, run, serve, singleFileForm } from './form.ts';

const root = inject('root');
const examples = join(root, 'examples');
const names = (await readdir(examples)).filter((name) => name.endsWith('.json'));

/** A label in each script that has a font, and an emoji. */
const scripts = [
  ...['Latin', 'Кириллица', 'Ελληνικά', '漢字', '汉字', 'かな', 'カナ', '한글'],
  ...['العربية', 'עברית', 'ไทย', 'हिन्दी', '∑ 𝔸', '♔', '🦊 Fox'],
];
const everyScript = { title: 'Scripts', tiers: [{ title: 'S', items: scripts }] };

/** Draws with the checkout's own build. @returns the images by name of the request and format */
async function drawnByCheckout(requests: readonly string[], into: string): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>();
  for (const request of requests) {
    for (const format of ['webp', 'png']) {
      const file = join(into, `checkout.${format}`);
      await promisify(execFile)(process.execPath, [
        join(root, 'dist/cli/main.js'),
        'render',
        request,
        '-o',
        file,
      ]);
      images.set(`${request}.${format}`, await readFile(file));
    }
  }
  return images;
}

let expected: Map<string, Buffer>;
let requests: readonly string[];
beforeAll(async () => {
  const into = dirname(inject('installed'));
  const file = join(into, 'scripts.json');
  await writeFile(file, JSON.stringify(everyScript));
  requests = [...names.map((name) => join(examples, name)), file];
  expected = await drawnByCheckout(requests, into);
});

describe.each(forms)('$name', (form) => {
  let account: Account;
  beforeAll(async () => {
    account = await newAccount(form);
  });
  afterAll(() => rm(dirname(account.home), { recursive: true, force: true }));

  it('draws all examples and all scripts with the bytes of a checkout', async () => {
    expect(requests.length).toBeGreaterThan(7);
    for (const request of requests) {
      for (const format of ['webp', 'png']) {
        const file = join(account.home, `image.${format}`);
        const finished = await run(form, account, ['render', request, '-o', file]);
        expect(finished).toMatchObject({ code: 0 });
        const bytes = expected.get(`${request}.${format}`);
        expect(bytes?.equals(await readFile(file)), `${request} as ${format}`).toBe(true);
        await rm(file);
      }
    }
  });

  it('serves pages and images with photos in five formats, creates keys, and stops on SIGTERM', async () => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c33' } });
    const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
    const photos = await Promise.all(
      kinds.map(async (kind) => [`/${kind}`, await plain.clone().toFormat(kind).toBuffer()] as const),
    );
    const host = await startPhotoHost(Object.fromEntries(photos));
    const service = await serve(form, account, {
      TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1',
      TIERPRESS_ALLOW_PORTS: String(host.port),
    });
    try {
      expect(service.printed).toContain(`its data in ${account.home}/.local/share/tierpress\n`);
      for (const path of [
        '/',
        '/tier/1',
        '/tier/custom',
        '/dashboard',
        '/docs',
        '/api/v1/openapi.json',
        '/readyz',
      ]) {
        const page = await fetch(service.url + path);
        expect([path, page.status]).toEqual([path, 200]);
        for (const [, asset] of (await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
          expect([asset, (await fetch(service.url + asset)).status]).toEqual([asset, 200]);
        }
      }
      const created = await run(form, account, ['keys', 'create', '--user', 'owner@localhost']);
      const [key = ''] = /\bsk_live_\w+/.exec(created.stdout) ?? [];
      const items = kinds.map((kind) => ({ type: 'url', url: host.at(`/${kind}`) }));
      const answer = await fetch(`${service.url}/api/v1/render`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ tiers: [{ title: 'S', items }], onImageError: 'fail' }),
      });
      const body = await answer.json();
      expect([answer.status, body]).toEqual([200, expect.objectContaining({ success: true })]);
      const image = await fetch(body.imageUrl);
      expect((await sharp(await image.arrayBuffer()).metadata()).format).toBe('webp');
      expect([...host.asked].sort()).toEqual(kinds.map((kind) => `/${kind}`).sort());
    } finally {
      const { code } = await service.stop();
      await host.close();
      expect(code).toBe(0);
    }
  });

  it('writes only its data, and the single executable its cache', async () => {
    const written = await filesOf(account.home);
    expect(written.filter((path) => !/^\.(local\/share|cache)\/tierpress\//.test(path))).toEqual([]);
    const caches = written.some((path) => path.startsWith('.cache/'));
    expect(caches).toBe(form.name === singleFileForm.name);
  });
});
