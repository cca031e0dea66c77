import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import type { ServiceDeps } from '../../src/service/service.ts';
import type { RendererPool } from '../../src/workers/pool.ts';
import { addMember, ask } from '../support/accounts.ts';
import { fakeRenderers, heldRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const hourMs = 60 * 60 * 1000;
const start = Date.parse('2026-03-01T12:00:00Z');
const drinks = { title: 'Drinks', tiers: [{ title: 'S', items: ['Tea', 'Cocoa'] }] };

const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

async function serve(env: Record<string, string>, deps: Partial<ServiceDeps>): Promise<TestService> {
  const service = await startTestService(env, deps);
  services.push(service);
  return service;
}

async function restart(service: TestService): Promise<TestService> {
  const restarted = await service.restart();
  services.splice(services.indexOf(service), 1, restarted);
  return restarted;
}

/** Starts a service with an instant renderer and a clock that the test moves. */
async function serveQuickly(env: Record<string, string> = {}, bytes = 100) {
  const clock = { ms: start };
  const drawn: string[] = [];
  const draw: RendererPool['render'] = async ({ board }) => {
    drawn.push(board.title);
    return { bytes: Buffer.alloc(bytes, drawn.length), width: 1080, height: 1440, warnings: ['as drawn'] };
  };
  // Nothing can be measured, and the answer comes at once.
  const renderers = { ...fakeRenderers(draw), measure: async () => ({ sizes: [], layout: '' }) };
  const service = await serve(env, { renderers, now: () => new Date(clock.ms) });
  return { service, clock, drawn };
}

const post = (service: TestService, body: unknown, key = service.key) =>
  ask(service, 'POST', '/api/v1/render', { headers: { 'X-API-Key': key }, body });

async function statusOf(service: TestService, { imagePath }: Record<string, unknown>): Promise<number> {
  const answer = await fetch(`${service.url}${String(imagePath)}`);
  await answer.arrayBuffer();
  return answer.status;
}

/** Resolves when a series has this value. */
function counted({ url }: TestService, series: string, value: number): Promise<void> {
  return vi.waitFor(
    async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text.split('\n')).toContain(`${series} ${value}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}

const cacheSeries = (outcome: string) => `tierpress_render_cache_total{outcome="${outcome}"}`;

describe('an identical request', () => {
  test.each<[string, object]>([
    ['inline', drinks],
    ['template', { templateId: 1, tiers: [{ title: 'S', items: ['item_0', 'item_2'] }] }],
    ['custom', { items: ['Tea', 'Cocoa'], tiers: [{ title: 'S', items: [1, 0] }], format: 'png' }],
  ])('is answered with the same image (%s)', async (_, body) => {
    const { service, clock, drawn } = await serveQuickly();
    const first = await post(service, body);
    expect([first.status, first.body['cached']]).toEqual([200, false]);
    clock.ms += 60_000;
    const second = await post(service, body);
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ ...first.body, cached: true });
    expect(drawn).toHaveLength(1);
    expect(await statusOf(service, second.body)).toBe(200);
  });

  test('may be formatted differently', async () => {
    const { service, drawn } = await serveQuickly();
    const first = await post(service, drinks);
    const body = {
      tiers: [{ items: [' Tea', { type: 'text', label: 'Cocoa' }], title: 'S' }],
      theme: 'night',
      onImageError: 'placeholder',
      title: '\tDrinks ',
    };
    expect((await post(service, body)).body).toEqual({ ...first.body, cached: true });
    expect(drawn).toHaveLength(1);
  });

  test('from another account gets the same image, unless the plan of that account adds a watermark', async () => {
    const { service, drawn } = await serveQuickly();
    const first = await post(service, { ...drinks, watermark: false });
    const business = await addMember(service, { plan: 'business' });
    const free = await addMember(service);
    expect((await post(service, drinks, business.key)).body).toEqual({ ...first.body, cached: true });
    const marked = await post(service, drinks, free.key);
    expect(marked.body).toMatchObject({ cached: false });
    expect(marked.body['renderId']).not.toBe(first.body['renderId']);
    expect((await post(service, { ...drinks, watermark: true })).body).toEqual({
      ...marked.body,
      cached: true,
    });
    expect(drawn).toHaveLength(2);
  });

  test('with an unknown field gets a warning, and one without it gets none', async () => {
    const { service } = await serveQuickly();
    const unknown = 'colour: unknown field, ignored';
    const [first, second, third] = [
      await post(service, { ...drinks, colour: 'red' }),
      await post(service, drinks),
      await post(service, { ...drinks, colour: 'red' }),
    ];
    expect(first.body['warnings']).toEqual([expect.stringContaining(unknown), 'as drawn']);
    expect(second.body).toMatchObject({ cached: true, warnings: ['as drawn'] });
    expect(third.body).toEqual({ ...first.body, cached: true });
  });

  test('is charged, unless the configuration says otherwise', async () => {
    const remaining = async (env: Record<string, string>) => {
      const { service } = await serveQuickly(env);
      const { key } = await addMember(service, { plan: 'creator' });
      await post(service, drinks, key);
      const { headers, body } = await post(service, drinks, key);
      expect(body['cached']).toBe(true);
      return /"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
    };
    expect(await remaining({})).toBe('498');
    expect(await remaining({ TIERPRESS_CHARGE_CACHED: 'false' })).toBe('499');
  });

  test('is answered from the cache after a restart', async () => {
    const { service, clock, drawn } = await serveQuickly({ TIERPRESS_BASE_URL: 'https://tiers.example' });
    const first = await post(service, drinks);
    clock.ms += hourMs;
    const restarted = await restart(service);
    expect((await post(restarted, drinks)).body).toEqual({ ...first.body, cached: true });
    expect(drawn).toHaveLength(1);
    expect(await statusOf(restarted, first.body)).toBe(200);
  });
});

describe('the cache window', () => {
  test('ends a day after the image was drawn, however often the image was requested', async () => {
    const { service, clock, drawn } = await serveQuickly();
    const first = await post(service, drinks);
    clock.ms += 23 * hourMs;
    expect((await post(service, drinks)).body).toEqual({ ...first.body, cached: true });
    clock.ms = start + 24 * hourMs - 1;
    const last = await post(service, drinks);
    expect(last.body).toEqual({ ...first.body, cached: true });
    clock.ms = start + 24 * hourMs;
    const second = await post(service, drinks);
    expect(second.body).toMatchObject({ cached: false });
    expect(second.body['renderId']).not.toBe(first.body['renderId']);
    expect(drawn).toHaveLength(2);
  });

  test('leaves a cached image at least six days before it expires', async () => {
    const { service, clock } = await serveQuickly();
    await post(service, drinks);
    clock.ms += 24 * hourMs - 1;
    const { body } = await post(service, drinks);
    expect(body['cached']).toBe(true);
    const left = Date.parse(String(body['expiresAt'])) - clock.ms;
    expect(left).toBeGreaterThanOrEqual(6 * 24 * hourMs);
    clock.ms += 6 * 24 * hourMs;
    expect(await statusOf(service, body)).toBe(200);
    clock.ms = Date.parse(String(body['expiresAt']));
    expect(await statusOf(service, body)).toBe(410);
  });

  test('has the length of the setting, also after a restart', async () => {
    const { service, clock } = await serveQuickly({ TIERPRESS_CACHE_HOURS: '2' });
    await post(service, drinks);
    clock.ms += 2 * hourMs - 1;
    const restarted = await restart(service);
    expect((await post(restarted, drinks)).body['cached']).toBe(true);
    clock.ms += 1;
    expect((await post(restarted, drinks)).body['cached']).toBe(false);
  });

  test('never exceeds the life of the image', async () => {
    const { service, clock } = await serveQuickly({
      TIERPRESS_CACHE_HOURS: '48',
      TIERPRESS_IMAGE_LIFE_DAYS: '1',
    });
    await post(service, drinks);
    clock.ms += 24 * hourMs - 1;
    expect((await post(service, drinks)).body['cached']).toBe(true);
    clock.ms += 1;
    const { body } = await post(service, drinks);
    expect(body['cached']).toBe(false);
    expect(await statusOf(service, body)).toBe(200);
  });

  test('of 0 hours draws every image again, also after a restart', async () => {
    const { service, drawn } = await serveQuickly({ TIERPRESS_CACHE_HOURS: '0' });
    for (let round = 1; round <= 3; round++) expect((await post(service, drinks)).body['cached']).toBe(false);
    expect(drawn).toHaveLength(3);
    const restarted = await restart(service);
    expect((await post(restarted, drinks)).body['cached']).toBe(false);
  });

  test('excludes an image from the future, after the clock was set back', async () => {
    const { service, clock } = await serveQuickly();
    await post(service, drinks);
    clock.ms -= hourMs;
    expect((await post(service, drinks)).body['cached']).toBe(false);
  });
});

describe('a deleted image is drawn again', () => {
  test('when it was deleted to free space', async () => {
    const { service } = await serveQuickly({ TIERPRESS_IMAGE_MEGABYTES: '1' }, 600_000);
    const first = await post(service, drinks);
    await post(service, { ...drinks, title: 'Another' });
    expect(await statusOf(service, first.body)).toBe(410);
    const { body } = await post(service, drinks);
    expect(body['cached']).toBe(false);
    expect(await statusOf(service, body)).toBe(200);
  });

  test.each(['a client requests it', 'the service restarts'])('when %s', async (how) => {
    const { service } = await serveQuickly();
    const first = await post(service, drinks);
    const folder = join(service.dataDir, 'images');
    for (const name of await readdir(folder)) await rm(join(folder, name));
    let current = service;
    if (how === 'a client requests it') expect(await statusOf(service, first.body)).toBe(410);
    else current = await restart(service);
    const { body } = await post(current, drinks);
    expect(body['cached']).toBe(false);
    expect(await statusOf(current, body)).toBe(200);
  });
});

test('images with placeholders are never answered from the cache', async () => {
  const env = { TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1', TIERPRESS_ALLOW_PORTS: '1' };
  const { service, drawn } = await serveQuickly(env);
  const body = {
    onImageError: 'placeholder',
    tiers: [{ title: 'S', items: ['http://127.0.0.1:1/a.png'] }],
  };
  const answers = [await post(service, body), await post(service, body)];
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.body['cached']).toBe(false);
    expect(answer.body['warnings']).toEqual([expect.stringMatching(/a placeholder is drawn$/), 'as drawn']);
  }
  expect(drawn).toHaveLength(2);
  const restarted = await restart(service);
  expect((await post(restarted, body)).body['cached']).toBe(false);
  expect((await post(restarted, { ...body, onImageError: 'fail' })).status).toBe(400);
});

describe('simultaneous identical requests', () => {
  test('reach the renderer once', async () => {
    const held = heldRenderers();
    const service = await serve({}, { renderers: held.renderers });
    const answers = Promise.all(Array.from({ length: 50 }, () => post(service, drinks)));
    await counted(service, cacheSeries('shared'), 49);
    await counted(service, cacheSeries('miss'), 1);
    held.finishAll();
    const bodies = (await answers).map(({ body }) => body);
    expect(bodies.every(({ cached }) => cached === false)).toBe(true);
    expect(new Set(bodies.map(({ renderId }) => renderId)).size).toBe(1);
    expect((await post(service, drinks)).body).toEqual({ ...bodies[0], cached: true });
  });

  test('continue when the client of the first request disconnects', async () => {
    const held = heldRenderers();
    const service = await serve({}, { renderers: held.renderers });
    const client = new AbortController();
    const arrived = held.nextArrival();
    const leader = fetch(`${service.url}/api/v1/render`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(drinks),
      signal: client.signal,
    });
    const { call } = await arrived;
    const followers = Promise.all([post(service, drinks), post(service, drinks)]);
    await counted(service, cacheSeries('shared'), 2);
    client.abort();
    await expect(leader).rejects.toThrow();
    await counted(
      service,
      'tierpress_http_requests_total{route="/api/v1/render",method="POST",status="499"}',
      1,
    );
    expect(call.signal?.aborted).toBe(false);
    held.finishAll();
    for (const { status, body } of await followers) expect([status, body['cached']]).toEqual([200, false]);
  });

  test('fail together without charge, and are drawn on the next attempt', async () => {
    let fail: (error: unknown) => void = () => undefined;
    let calls = 0;
    const draw: RendererPool['render'] = () => {
      calls += 1;
      if (calls > 1) return Promise.resolve({ bytes: Buffer.from('x'), width: 1, height: 1, warnings: [] });
      return new Promise((_, reject) => (fail = reject));
    };
    const service = await serve({}, { renderers: fakeRenderers(draw) });
    const { key } = await addMember(service, { plan: 'creator' });
    const answers = Promise.all(Array.from({ length: 5 }, () => post(service, drinks, key)));
    await counted(service, cacheSeries('shared'), 4);
    fail(new Failure('rendererFailed', 'the renderer stopped while drawing', { retryAfter: 1 }));
    for (const { status, headers, body } of await answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(body).toEqual({ success: false, message: 'the renderer stopped while drawing' });
    }
    const next = await post(service, drinks, key);
    expect([next.status, next.body['cached']]).toEqual([200, false]);
    expect(next.headers.get('ratelimit')).toMatch(/"day";r=499/);
  });
});
