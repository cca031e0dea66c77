import { describe, expect, test } from 'vitest';
import { FairSemaphore } from '../../src/flow/fair-semaphore.ts';
import { Failure } from '../../src/model/failure.ts';
import type { Fetched } from '../../src/model/photo.ts';
import type { RenderRequest } from '../../src/model/request.ts';
import { requestPlanner } from '../../src/render/plan.ts';
import type { Call, Drawing, RenderRecord } from '../../src/render/ports.ts';
import { type RenderDeps, render } from '../../src/render/render.ts';
import { drawOnceInProcess } from '../../src/store/drivers/memory/draw-once.ts';

const dayMs = 24 * 60 * 60 * 1000;
const address = 'https://pictures.example/a.png';
const tea: RenderRequest = { tiers: [{ title: 'S', items: ['Tea'] }] };
const shot: RenderRequest = { tiers: [{ title: 'S', items: [address] }] };
const pooledShot: RenderRequest = {
  items: [{ type: 'url', url: address }],
  tiers: [{ title: 'S', items: [0] }],
};
const clientGone = new Failure('clientGone', 'The client went away');
const late = new Failure('noCapacity', 'The picture could not be drawn in time');

const quotaStatus = [{ window: 'minute', quota: 3, length: 60, remaining: 2, resetIn: 60 }] as const;

/** A spec that waits in the renderer until the test finishes it or its call is aborted. */
interface Waiting {
  readonly call: Call;
  readonly finish: (warnings?: readonly string[]) => void;
  readonly fail: (error: unknown) => void;
}

/** Creates the pipeline with fakes for all ports: nothing is drawn until the test finishes it. */
function pipeline(changes: Partial<RenderDeps> = {}) {
  const log: string[] = [];
  const waiting: Waiting[] = [];
  const arrivals: (() => void)[] = [];
  const records = new Map<string, RenderRecord>();
  let charged = 0;
  let ids = 0;
  let held = 0;
  let failures = 0;
  const once = drawOnceInProcess();
  const drawingOf = (fingerprint: string): Drawing => {
    failures += 1;
    return {
      once(variant, signal, work, onShared) {
        const workAndRemember = async (needed: AbortSignal) => {
          const result = await work(needed);
          if (result.isComplete) records.set(fingerprint, result.record);
          return result;
        };
        return once(`${fingerprint} ${variant}`, signal, workAndRemember, onShared);
      },
      async giveBack() {
        failures -= 1;
      },
    };
  };
  const template = {
    id: 7,
    revision: 1,
    title: { en: 'Drinks', zh: '饮料', ru: 'Напитки' },
    description: { en: '', zh: '', ru: '' },
    category: 'food',
    tags: [],
    tracks: [],
    items: [{ label: { en: 'Tea', zh: '茶', ru: 'Чай' } }],
  };
  const deps: RenderDeps = {
    plan: requestPlanner({ set: { find: (id) => (id === template.id ? template : undefined) } }, '1'),
    ledger: {
      async begin(caller, fingerprint, idempotencyKey) {
        if (idempotencyKey === 'charged')
          return { drawing: drawingOf(fingerprint), charge: undefined, quotaStatus };
        log.push(`charge ${caller.accountId}`);
        charged += 1;
        const charge = {
          async giveBack() {
            charged -= 1;
          },
        };
        const known = records.get(fingerprint);
        return { ...(known ? { known } : { drawing: drawingOf(fingerprint) }), charge, quotaStatus };
      },
      findKept: async () => undefined,
      quotaStatus: async () => [],
      recordUse: () => undefined,
    },
    photoSlots: new FairSemaphore({ slots: 2, slotsPerOwner: 2, waiting: 2 }),
    unchargedWork: { countDownloads: async () => undefined },
    photos: {
      refusal: () => undefined,
      missing: () => 0,
      async fetchAll(addresses) {
        held += 1;
        const outcomes = addresses.map((one): [string, Fetched] => [one, { problem: '404 from host' }]);
        return { outcomes: new Map(outcomes), release: () => (held -= 1) };
      },
      drop: async () => undefined,
      recordTile: () => undefined,
    },
    renderer: {
      render: (_order, _digests, call) =>
        new Promise((resolve, fail) => {
          call.signal?.addEventListener('abort', () => fail(call.signal?.reason), { once: true });
          const finish = (warnings: readonly string[] = []) =>
            resolve({ bytes: Buffer.from('picture'), width: 1080, height: 1440, warnings });
          waiting.push({ call, finish, fail });
          for (const notify of arrivals.splice(0)) notify();
        }),
      measure: async () => ({ sizes: [], layout: '' }),
      preparePhoto: async () => ({ kind: 'lost' }),
    },
    images: { save: async () => `id-${++ids}` },
    use: {
      countTemplate: (id) => log.push(`template ${id}`),
      templateRenders: () => ({ total: 0, recent: 0 }),
    },
    observe: { cache: (outcome) => log.push(outcome), stage: () => undefined },
    now: () => new Date(0),
    imageLifeMs: 7 * dayMs,
    ...changes,
  };
  return {
    deps,
    log,
    waiting,
    charged: () => charged,
    held: () => held,
    failures: () => failures,
    /** Sends a request that the test can abort. */
    ask(
      request: RenderRequest,
      accountId = 'ann',
      plan: 'free' | 'enterprise' = 'enterprise',
      idempotencyKey?: string,
    ) {
      const controller = new AbortController();
      const deadline = { signal: controller.signal };
      const call = { request, caller: { accountId, plan }, idempotencyKey, deadline };
      return { answer: render(call, deps), abort: (reason: Failure) => controller.abort(reason) };
    },
    /** Resolves when that number of specs in total has reached the renderer. */
    async reached(count: number): Promise<void> {
      while (waiting.length < count) await new Promise<void>((resolve) => arrivals.push(resolve));
    },
  };
}

describe('a render', () => {
  test('is charged, drawn, stored and cached', async () => {
    const { ask, waiting, reached, charged, log } = pipeline();
    const { answer } = ask({ ...tea, title: 'Drinks', aspectRatio: '1:1', format: 'png' });
    await reached(1);
    waiting[0]?.finish(['title: too long to be drawn whole']);
    expect(await answer).toEqual({
      renderId: 'id-1',
      imagePath: '/images/id-1.png',
      width: 1080,
      height: 1440,
      aspectRatio: '1:1',
      cached: false,
      expiresAt: new Date(7 * dayMs),
      title: 'Drinks',
      warnings: ['title: too long to be drawn whole'],
    });
    expect([charged(), log]).toEqual([1, ['charge ann', 'miss']]);
  });

  test('repeated is answered with the same image and the warnings from drawing it', async () => {
    const { ask, waiting, reached, log } = pipeline();
    const first = ask(tea);
    await reached(1);
    waiting[0]?.finish(['about the drawing']);
    const again = ask(tea, 'bob');
    expect(await again.answer).toEqual({ ...(await first.answer), cached: false });
    const { answer } = ask({ ...tea, tracks: [{ title: 'Z' }] });
    expect(await answer).toEqual({
      ...(await first.answer),
      cached: true,
      quotaStatus,
      warnings: ['tracks[0]: "Z" matches no tier, so it draws nothing', 'about the drawing'],
    });
    expect(log).toEqual(['charge ann', 'miss', 'charge bob', 'shared', 'charge ann', 'hit']);
  });

  test('from the cache reports the remaining quota, and one that is drawn does not', async () => {
    const { ask, waiting, reached } = pipeline();
    const first = ask(tea);
    await reached(1);
    waiting[0]?.finish();
    expect((await first.answer).quotaStatus).toBeUndefined();
    expect((await ask(tea).answer).quotaStatus).toBe(quotaStatus);
  });

  test('has a watermark on the free plan, and does not share the image with other plans', async () => {
    const { ask, waiting, reached } = pipeline();
    const both = [ask(tea, 'ann', 'free'), ask(tea, 'bob', 'enterprise')];
    await reached(2);
    for (const { finish } of waiting) finish();
    const ids = await Promise.all(both.map(async ({ answer }) => (await answer).renderId));
    expect(new Set(ids).size).toBe(2);
    expect((await ask({ ...tea, watermark: true }, 'bob').answer).renderId).toBe(ids[0]);
  });

  test('of a template counts as its use, from the cache too, but not if it fails', async () => {
    const { ask, waiting, reached, log } = pipeline();
    const request = { templateId: 7, tiers: [{ title: 'S', items: ['item_0'] }] };
    const failing = ask(request);
    await reached(1);
    waiting[0]?.fail(late);
    await expect(failing.answer).rejects.toBe(late);
    expect(log).not.toContain('template 7');
    const { answer } = ask(request);
    await reached(2);
    waiting[1]?.finish();
    await answer;
    await ask(request).answer;
    expect(log.filter((line) => line === 'template 7')).toHaveLength(2);
  });

  test('of an unknown template is not charged', async () => {
    const { ask, log } = pipeline();
    await expect(ask({ templateId: 8, tiers: [] }).answer).rejects.toMatchObject({ code: 'notFound' });
    expect(log).toEqual([]);
  });

  test('over the quota reaches neither the cache nor a renderer', async () => {
    const refusal = new Failure('quotaExceeded', 'The plan allows 3 requests a minute');
    const { ask, waiting, log } = pipeline({
      ledger: {
        begin: () => Promise.reject(refusal),
        findKept: async () => undefined,
        quotaStatus: async () => [],
        recordUse: () => undefined,
      },
    });
    await expect(ask(tea).answer).rejects.toBe(refusal);
    expect([waiting, log]).toEqual([[], []]);
  });
});

describe('a charge', () => {
  test.each<[string, unknown, number]>([
    ['refunded when no renderer is free', new Failure('noCapacity', 'no renderer is free'), 0],
    ['refunded when a renderer fails', new Failure('rendererFailed', 'it took too long'), 0],
    ['refunded when there is a bug', new TypeError('a bug'), 0],
  ])('is %s', async (_, error, left) => {
    const { ask, waiting, reached, charged, failures } = pipeline();
    const { answer } = ask(tea);
    await reached(1);
    expect([charged(), failures()]).toEqual([1, 1]);
    waiting[0]?.fail(error);
    await expect(answer).rejects.toBe(error);
    expect([charged(), failures()]).toEqual([left, 0]);
  });

  test('is refunded when the image cannot be stored', async () => {
    const full = new Failure('storeUnavailable', 'The picture could not be saved');
    const { ask, waiting, reached, charged } = pipeline({ images: { save: () => Promise.reject(full) } });
    const { answer } = ask(tea);
    await reached(1);
    waiting[0]?.finish();
    await expect(answer).rejects.toBe(full);
    expect(charged()).toBe(0);
  });

  test('is refunded when a photo cannot be loaded, which counts as a failure', async () => {
    const { ask, charged, failures } = pipeline();
    await expect(ask(shot).answer).rejects.toMatchObject({ code: 'invalidRequest' });
    expect([charged(), failures()]).toEqual([0, 1]);
  });

  test('is refunded after a timeout, but not after the client has gone', async () => {
    const { ask, reached, charged } = pipeline();
    const [slow, impatient] = [ask(tea), ask({ ...tea, title: 'x' })];
    await reached(2);
    slow.abort(late);
    impatient.abort(clientGone);
    await expect(slow.answer).rejects.toBe(late);
    await expect(impatient.answer).rejects.toBe(clientGone);
    expect(charged()).toBe(1);
  });
});

describe('a repeated request that is not charged', () => {
  test.each<[string, Failure | undefined, number]>([
    ['counts as a failure when it is drawn again, which bounds such drawings', undefined, 1],
    ['does not count as a failure when the service fails', late, 0],
  ])('%s', async (_, error, counted) => {
    const { ask, waiting, reached, charged, failures } = pipeline();
    const { answer } = ask(tea, 'ann', 'enterprise', 'charged');
    await reached(1);
    if (error) waiting[0]?.fail(error);
    else waiting[0]?.finish();
    await answer.catch(() => undefined);
    expect([charged(), failures()]).toEqual([0, counted]);
  });
});

describe('identical concurrent requests', () => {
  test('share one drawing, and none of them counts as cached', async () => {
    const { ask, waiting, reached, charged } = pipeline();
    const all = Array.from({ length: 50 }, (_, index) => ask(tea, `account ${index % 7}`));
    await reached(1);
    waiting[0]?.finish();
    const answers = await Promise.all(all.map(({ answer }) => answer));
    expect(waiting).toHaveLength(1);
    expect(new Set(answers.map(({ renderId }) => renderId))).toEqual(new Set(['id-1']));
    expect(answers.every(({ cached }) => !cached)).toBe(true);
    expect(charged()).toBe(50);
  });

  test('continue when the first client has gone', async () => {
    const { ask, waiting, reached } = pipeline();
    const [leader, follower] = [ask(tea), ask(tea, 'bob')];
    await reached(1);
    leader.abort(clientGone);
    await expect(leader.answer).rejects.toBe(clientGone);
    expect(waiting[0]?.call.signal?.aborted).toBe(false);
    waiting[0]?.finish();
    expect((await follower.answer).renderId).toBe('id-1');
  });

  test('are aborted when all clients have gone, and drawn again for the next one', async () => {
    const { ask, waiting, reached } = pipeline();
    const both = [ask(tea), ask(tea)];
    await reached(1);
    for (const { abort } of both) abort(clientGone);
    for (const { answer } of both) await expect(answer).rejects.toBe(clientGone);
    expect(waiting[0]?.call.signal?.aborted).toBe(true);
    const next = ask(tea);
    await reached(2);
    waiting[1]?.finish();
    expect((await next.answer).cached).toBe(false);
  });

  test('fail together without caching the failure', async () => {
    const { ask, waiting, reached, charged } = pipeline();
    const all = [ask(tea), ask(tea), ask(tea)];
    await reached(1);
    waiting[0]?.fail(late);
    for (const { answer } of all) await expect(answer).rejects.toBe(late);
    expect(charged()).toBe(0);
    const next = ask(tea);
    await reached(2);
    waiting[1]?.finish();
    expect((await next.answer).cached).toBe(false);
  });
});

describe('photos that cannot be loaded', () => {
  test('fail a request or become placeholders, as each concurrent request specifies', async () => {
    const { ask, waiting, reached, held } = pipeline();
    const [failing, placed] = [ask(shot), ask({ ...shot, onImageError: 'placeholder' })];
    await expect(failing.answer).rejects.toThrow('tiers[0].items[0]: 404 from host');
    await reached(1);
    waiting[0]?.finish();
    expect((await placed.answer).warnings).toEqual([
      'tiers[0].items[0]: 404 from host; a placeholder is drawn',
    ]);
    expect(held()).toBe(0);
  });

  test('are named by their paths in each request', async () => {
    const { ask } = pipeline();
    const [inline, pooled] = [ask(shot), ask(pooledShot)];
    await expect(inline.answer).rejects.toThrow(/^tiers\[0\]\.items\[0\]: 404 from host$/);
    await expect(pooled.answer).rejects.toThrow(/^items\[0\]\.url: 404 from host$/);
  });

  test('are requested again next time', async () => {
    const { ask, waiting, reached } = pipeline();
    for (const round of [1, 2]) {
      const { answer } = ask({ ...shot, onImageError: 'placeholder' });
      await reached(round);
      waiting[round - 1]?.finish();
      expect(await answer).toMatchObject({ cached: false, renderId: `id-${round}` });
    }
  });

  test('release their slots after a failure', async () => {
    const { ask, deps } = pipeline();
    const asked = Array.from({ length: 4 }, (_, index) => ask({ ...shot, title: `${index}` }));
    for (const { answer } of asked) await expect(answer).rejects.toThrow('404 from host');
    expect([deps.photoSlots.active, deps.photoSlots.waiting]).toEqual([0, 0]);
  });

  test('do not block boards without photos', async () => {
    const { ask, waiting, reached, deps } = pipeline({
      photoSlots: new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 0 }),
    });
    const leave = await deps.photoSlots.acquire('bob');
    await expect(ask(shot).answer).rejects.toMatchObject({ code: 'noCapacity' });
    const { answer } = ask(tea);
    await reached(1);
    waiting[0]?.finish();
    expect((await answer).renderId).toBe('id-1');
    leave();
  });
});
