import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packagedData } from '../../../src/files/package-files.ts';
import type { RenderedImage, RenderSpec } from '../../../src/model/board.ts';
import { Failure } from '../../../src/model/failure.ts';
import { locales } from '../../../src/model/vocabulary.ts';
import type { Call } from '../../../src/render/ports.ts';
import { loadTemplates } from '../../../src/templates/load.ts';
import { type OpenTemplatePreviews, openTemplatePreviews } from '../../../src/templates/previews/previews.ts';

const templates = await loadTemplates(packagedData.templatesDir);
const [first, second, third] = templates.all;
if (!first || !second || !third) throw new Error('too few templates');

/** A renderer whose renders wait until the test finishes them. */
interface Begun {
  readonly spec: RenderSpec;
  readonly call: Call;
  finish(): void;
}

let dataDir: string;
let begun: Begun[];
let previews: OpenTemplatePreviews;

const open = () =>
  openTemplatePreviews({
    dataDir,
    version: '1',
    now: () => new Date(),
    renderer: {
      render: (spec, _, call) =>
        new Promise<RenderedImage>((resolve, reject) => {
          const bytes = Buffer.from(JSON.stringify(spec.board));
          const finish = () => resolve({ bytes, width: 1, height: 1, warnings: [] });
          begun.push({ spec, call, finish });
          call.signal?.addEventListener('abort', () => reject(call.signal?.reason));
        }),
    },
  });
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  begun = [];
  previews = await open();
});
afterEach(async () => {
  await previews.close();
  await rm(dataDir, { recursive: true });
});

const deadline = () => {
  const controller = new AbortController();
  return { signal: controller.signal, leave: () => controller.abort(new Failure('clientGone', 'gone')) };
};
const files = async () => (await readdir(join(dataDir, 'cache', 'templates'))).length;

/** Resolves when that number of renders have begun. */
async function whenBegun(count: number): Promise<Begun[]> {
  while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
  return begun;
}

it('draws a preview once for concurrent requests, and caches it across restarts', async () => {
  const both = [1, 2].map((caller) => previews.cover(first, 'en').bytes(`caller ${caller}`, deadline()));
  const [spec] = await whenBegun(1);
  expect(spec?.call.owner).toBe('catalogue');
  expect(spec?.spec.thumbnail).toEqual({ shows: 'board', width: 640, height: 360 });
  spec?.finish();
  const [one, other] = await Promise.all(both);
  expect(other).toEqual(one);
  expect(await previews.cover(first, 'en').bytes('caller 3', deadline())).toEqual(one);

  await previews.close();
  previews = await open();
  expect(await previews.cover(first, 'en').bytes('caller 4', deadline())).toEqual(one);
  expect(begun).toHaveLength(1);
  expect(await files()).toBe(1);
});

it('draws at most two previews at a time, and one for each caller', async () => {
  const of = (position: number, caller: string) => {
    const preview = previews.item(first, position, 'en');
    if (!preview) throw new Error('no such item');
    return preview.bytes(caller, deadline());
  };
  const greedy = Array.from({ length: 10 }, (_, position) => of(position, 'greedy'));
  const modest = [of(20, 'modest'), of(21, 'late')];
  const labels = () => begun.map(({ spec }) => spec.board.tiers[0]?.items[0]?.label);
  await whenBegun(2);
  expect(labels()).toEqual(['🍕 Pizza', '🍤 Tempura']);
  begun[0]?.finish();
  await whenBegun(3);
  begun[1]?.finish();
  await whenBegun(4);
  // The modest caller is served before the third request of the greedy one.
  expect(labels().slice(2)).toEqual(['🍣 Sushi', '🍙 Onigiri']);
  for (let next = 2; next < 12; next++) (await whenBegun(next + 1))[next]?.finish();
  expect(await Promise.all([...greedy, ...modest])).toHaveLength(12);
});

it('rejects requests when too many are waiting', async () => {
  const all = locales.flatMap((locale) => templates.all.map((template) => previews.cover(template, locale)));
  const outcomes = Promise.allSettled(all.map((one, index) => one.bytes(`caller ${index}`, deadline())));
  // Two are drawn and 256 wait.
  for (let next = 0; next < 258; next++) (await whenBegun(next + 1))[next]?.finish();
  const refused = (await outcomes).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  expect(all.length).toBeGreaterThan(258);
  expect(refused).toHaveLength(all.length - 258);
  expect(refused[0]).toMatchObject({ code: 'noCapacity', status: 503 });
});

it('stops drawing a preview when its last request is cancelled', async () => {
  const [one, other] = [deadline(), deadline()];
  const asked = [one, other].map((waiting) => previews.cover(second, 'en').bytes('caller', waiting));
  const outcomes = Promise.allSettled(asked);
  const [spec] = await whenBegun(1);
  one.leave();
  expect(spec?.call.signal?.aborted).toBe(false);
  other.leave();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(spec?.call.signal?.aborted).toBe(true);
  expect(await files()).toBe(0);
});

it('returns a preview that cannot be written to disk', async () => {
  await rm(dataDir, { recursive: true });
  // A file where the folder should be.
  await writeFile(dataDir, '');
  const answer = previews.cover(third, 'ru').bytes('caller', deadline());
  (await whenBegun(1))[0]?.finish();
  expect(JSON.parse(Buffer.from(await answer).toString())).toMatchObject({ title: third.title.ru });
});

it('draws a cover of the first items in the first tiers, in the colours of the template', async () => {
  const asked = previews.cover(third, 'zh').bytes('caller', deadline());
  const [spec] = await whenBegun(1);
  spec?.finish();
  await asked;
  const { title, tiers } = spec?.spec.board ?? { title: '', tiers: [] };
  expect(title).toBe(third.title.zh);
  expect(tiers.map((tier) => [tier.title, tier.color, tier.items.length])).toEqual(
    third.tracks.slice(0, 3).map((track) => [track.title.zh, track.color ?? null, 4]),
  );
});

it('has no preview of an unknown item', () => {
  expect(previews.item(first, first.items.length, 'en')).toBeUndefined();
});
