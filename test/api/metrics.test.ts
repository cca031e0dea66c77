import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import Router from '@koa/router';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { getMetrics, type MetricsAccess } from '../../src/api/endpoints/service/get-metrics.ts';
import type { RequestState } from '../../src/api/http/context.ts';
import { type Answered, createMetrics, type Levels } from '../../src/api/http/metrics.ts';
import { errors } from '../../src/api/middleware/errors.ts';
import { httpMetrics } from '../../src/api/middleware/http-metrics.ts';
import { noRoute } from '../../src/api/middleware/no-route.ts';
import { observeAnswers } from '../../src/api/middleware/observe-answers.ts';

const quiet: Levels = {
  renderers: () => ({ warm: 0, busy: 0 }),
  rendererQueue: () => 0,
  photoGate: () => ({ active: 0, waiting: 0 }),
  imageBytes: () => 0,
};

/** Returns the value of a series in the text of the metrics, or undefined if the series is missing. */
async function sample(metrics: { text(): Promise<string> }, series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the metrics', () => {
  it('have the documented names and types', async () => {
    const types = [...(await createMetrics(quiet).text()).matchAll(/^# TYPE (tierpress_\S+) (\w+)$/gm)];
    expect(types.map(([, name, type]) => `${name} ${type}`).sort()).toEqual([
      'tierpress_downloads_total counter',
      'tierpress_engine_available gauge',
      'tierpress_http_request_seconds histogram',
      'tierpress_http_requests_total counter',
      'tierpress_images_bytes gauge',
      'tierpress_images_evicted_total counter',
      'tierpress_picture_gate gauge',
      'tierpress_quota_refusals_total counter',
      'tierpress_render_cache_total counter',
      'tierpress_render_stage_seconds histogram',
      'tierpress_renderer_queue gauge',
      'tierpress_renderer_restarts_total counter',
      'tierpress_renderers gauge',
      'tierpress_store_flush_seconds histogram',
      'tierpress_store_flushes_total counter',
    ]);
  });

  it('include those of the process', async () => {
    expect(await sample(createMetrics(quiet), 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('start at 0, so that the first event is an increase', async () => {
    const metrics = createMetrics(quiet);
    const atZero = [
      ...['hit', 'shared', 'miss'].map((outcome) => `tierpress_render_cache_total{outcome="${outcome}"}`),
      ...['crashed', 'hung', 'overran'].map(
        (exitReason) => `tierpress_renderer_restarts_total{loss="${exitReason}"}`,
      ),
      ...['picture', 'unchanged', 'failed'].map(
        (outcome) => `tierpress_downloads_total{outcome="${outcome}"}`,
      ),
      ...['expired', 'room', 'damaged'].map((reason) => `tierpress_images_evicted_total{reason="${reason}"}`),
      ...['minute', 'day'].map((window) => `tierpress_quota_refusals_total{window="${window}"}`),
      ...['pictures', 'wait', 'measure', 'prepare', 'draw', 'keep'].map(
        (stage) => `tierpress_render_stage_seconds_count{stage="${stage}"}`,
      ),
    ];
    for (const series of atZero) expect([series, await sample(metrics, series)]).toEqual([series, 0]);
  });

  it('count reported events', async () => {
    const { http, render, renderers, photos, store, images, quota, ...metrics } = createMetrics(quiet);
    http.answered({ route: '/images/:file', method: 'GET', status: 200, ms: 30 });
    http.answered({ route: '/images/:file', method: 'GET', status: 404, ms: 1 });
    render.cache('hit');
    render.stage('draw', 40);
    renderers.restarted('hung');
    photos.downloaded('unchanged');
    store.flushed({ store: 'usage', ms: 20 });
    store.flushed({ store: 'usage', ms: 4, error: new Error('no space') });
    images.evicted('room', 3);
    images.evicted('expired');
    quota.refused('day');
    const expected = {
      'tierpress_http_requests_total{route="/images/:file",method="GET",status="200"}': 1,
      'tierpress_http_requests_total{route="/images/:file",method="GET",status="404"}': 1,
      'tierpress_http_request_seconds_sum{route="/images/:file"}': 0.031,
      'tierpress_http_request_seconds_bucket{le="0.025",route="/images/:file"}': 1,
      'tierpress_http_request_seconds_bucket{le="0.05",route="/images/:file"}': 2,
      'tierpress_render_cache_total{outcome="hit"}': 1,
      'tierpress_render_cache_total{outcome="miss"}': 0,
      'tierpress_render_stage_seconds_sum{stage="draw"}': 0.04,
      'tierpress_renderer_restarts_total{loss="hung"}': 1,
      'tierpress_downloads_total{outcome="unchanged"}': 1,
      'tierpress_store_flushes_total{store="usage",outcome="written"}': 1,
      'tierpress_store_flushes_total{store="usage",outcome="failed"}': 1,
      'tierpress_store_flush_seconds_sum{store="usage"}': 0.024,
      'tierpress_images_evicted_total{reason="room"}': 3,
      'tierpress_images_evicted_total{reason="expired"}': 1,
      'tierpress_quota_refusals_total{window="day"}': 1,
    };
    for (const [series, value] of Object.entries(expected)) {
      expect([series, await sample(metrics, series)]).toEqual([series, expect.closeTo(value)]);
    }
  });

  it('read levels when they are requested', async () => {
    let busy = 1;
    const metrics = createMetrics({
      renderers: () => ({ warm: 4, busy }),
      rendererQueue: () => busy * 10,
      photoGate: () => ({ active: 8, waiting: busy }),
      imageBytes: () => 123_456,
    });
    for (busy of [1, 3]) {
      expect(await sample(metrics, 'tierpress_renderers{state="warm"}')).toBe(4);
      expect(await sample(metrics, 'tierpress_renderers{state="busy"}')).toBe(busy);
      expect(await sample(metrics, 'tierpress_renderer_queue')).toBe(busy * 10);
      expect(await sample(metrics, 'tierpress_picture_gate{state="active"}')).toBe(8);
      expect(await sample(metrics, 'tierpress_picture_gate{state="waiting"}')).toBe(busy);
      expect(await sample(metrics, 'tierpress_images_bytes')).toBe(123_456);
    }
  });

  it('are separate for two services in one process', async () => {
    const [one, other] = [createMetrics(quiet), createMetrics(quiet)];
    one.render.cache('miss');
    expect(await sample(one, 'tierpress_render_cache_total{outcome="miss"}')).toBe(1);
    expect(await sample(other, 'tierpress_render_cache_total{outcome="miss"}')).toBe(0);
  });
});

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    }),
  );
});

/** Starts an application with the middleware and the route; `next` returns the answers in order. */
async function serve(access: MetricsAccess = { allowMetrics: ['127.0.0.0/8'], trustProxies: [] }) {
  const metrics = createMetrics(quiet);
  const seen: Answered[] = [];
  let resolveNext: (answer: Answered) => void = () => undefined;
  let now = 0;
  const router = new Router<RequestState>();
  router.get('/metrics', getMetrics.serve({ metrics, metricsAccess: access }));
  router.get('/images/:file', (ctx) => {
    now += 250;
    ctx.body = 'a picture';
  });
  router.get('/never', () => new Promise(() => undefined));
  router.get('/begun', (ctx) => {
    ctx.respond = false;
    ctx.res.statusCode = 200;
    ctx.res.write('half of it');
  });
  const app = new Koa<RequestState>();
  const record = (answer: Answered) => {
    metrics.http.answered(answer);
    seen.push(answer);
    resolveNext(answer);
  };
  app.use(observeAnswers([httpMetrics({ answered: record })], () => now));
  app.use(errors(async () => undefined));
  app.use(router.routes());
  app.use(noRoute([router]));
  const handle = app.callback();
  const arrivals: (() => void)[] = [];
  const server = createServer((req, res) => {
    void handle(req, res);
    arrivals.shift()?.();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    metrics,
    port,
    /** Resolves when a request has arrived. */
    arrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    /** Resolves with the next answer that has been sent. */
    next: () =>
      new Promise<Answered>((resolve) => {
        resolveNext = resolve;
      }),
    async send(
      method: string,
      path: string,
      headers: Readonly<Record<string, string>> = {},
      from = '127.0.0.1',
    ) {
      const sent = request({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        localAddress: from,
        agent: false,
      });
      const answer = new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
        sent.once('error', reject);
        sent.once('response', async (res) => {
          const { 'content-type': type = '' } = res.headers;
          resolve({ status: res.statusCode ?? 0, type, body: await textOf(res) });
        });
      });
      sent.end();
      return answer;
    },
  };
}

describe('requests', () => {
  it.each([
    ['GET', '/images/abc.webp?x=1', { route: '/images/:file', method: 'GET', status: 200, ms: 250 }],
    ['HEAD', '/images/abc.webp', { route: '/images/:file', method: 'HEAD', status: 200, ms: 250 }],
    ['GET', '/images/a/b', { route: 'none', method: 'GET', status: 404, ms: 0 }],
    ['GET', '/nope', { route: 'none', method: 'GET', status: 404, ms: 0 }],
    ['POST', '/images/abc.webp', { route: 'none', method: 'POST', status: 405, ms: 0 }],
    ['PROPFIND', '/images/abc.webp', { route: 'none', method: 'other', status: 405, ms: 0 }],
    ['M-SEARCH', '/nope', { route: 'none', method: 'other', status: 404, ms: 0 }],
  ])('to %s %s are counted as %j', async (method, path, expected) => {
    const service = await serve();
    const next = service.next();
    await service.send(method, path);
    expect(await next).toEqual(expected);
  });

  it('are counted with a bounded set of labels', async () => {
    const service = await serve();
    for (const [method, path] of [
      ['GET', '/images/one'],
      ['GET', '/images/two'],
      ['LOCK', '/three'],
      ['UNLOCK', '/four'],
    ] as const) {
      const next = service.next();
      await service.send(method, path);
      await next;
    }
    const series = (await service.metrics.text()).match(/^tierpress_http_requests_total\{.*$/gm);
    expect(series).toEqual([
      'tierpress_http_requests_total{route="/images/:file",method="GET",status="200"} 2',
      'tierpress_http_requests_total{route="none",method="other",status="404"} 2',
    ]);
  });

  it('are counted as 499 if the client disconnects before the answer', async () => {
    const service = await serve();
    const arrival = service.arrival();
    const next = service.next();
    const socket = connect(service.port, '127.0.0.1');
    socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrival;
    socket.destroy();
    expect(await next).toEqual({ route: '/never', method: 'GET', status: 499, ms: 0 });
  });

  it('are counted with the sent status if the connection breaks during the answer', async () => {
    const service = await serve();
    const next = service.next();
    const socket = connect(service.port, '127.0.0.1');
    socket.write('GET /begun HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.destroy());
    expect(await next).toMatchObject({ route: '/begun', status: 200 });
  });
});

describe('GET /metrics', () => {
  it('answers with text for Prometheus', async () => {
    const service = await serve();
    const { status, type, body } = await service.send('GET', '/metrics');
    expect(status).toBe(200);
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toMatch(/^# TYPE tierpress_render_cache_total counter$/m);
    expect(body.endsWith('\n')).toBe(true);
  });

  const local = ['127.0.0.0/8', '::1/128'];
  const abroad = '203.0.113.7';
  it.each([
    // Without a proxy in the configuration.
    { from: '127.0.0.1', allow: local, trust: [], headers: {}, status: 200 },
    { from: '127.0.0.9', allow: local, trust: [], headers: {}, status: 200 },
    { from: '127.0.0.9', allow: ['127.0.0.1'], trust: [], headers: {}, status: 403 },
    { from: '127.0.0.1', allow: [], trust: [], headers: {}, status: 403 },
    { from: '127.0.0.1', allow: ['0.0.0.0/0'], trust: [], headers: {}, status: 200 },
    // Through a proxy that is not configured.
    { from: '127.0.0.1', allow: local, trust: [], headers: { 'x-forwarded-for': '127.0.0.1' }, status: 403 },
    { from: '127.0.0.1', allow: local, trust: [], headers: { 'x-real-ip': '127.0.0.1' }, status: 403 },
    { from: '127.0.0.1', allow: local, trust: [], headers: { forwarded: 'for=127.0.0.1' }, status: 403 },
    { from: '127.0.0.1', allow: local, trust: [], headers: { 'x-forwarded-for': '' }, status: 403 },
    {
      from: '127.0.0.1',
      allow: local,
      trust: ['127.0.0.2'],
      headers: { 'x-forwarded-for': '::1' },
      status: 403,
    },
    // Through a trusted proxy.
    {
      from: '127.0.0.2',
      allow: local,
      trust: ['127.0.0.2'],
      headers: { 'x-forwarded-for': abroad },
      status: 403,
    },
    {
      from: '127.0.0.2',
      allow: [abroad],
      trust: ['127.0.0.2'],
      headers: { 'x-forwarded-for': abroad },
      status: 200,
    },
    {
      from: '127.0.0.2',
      allow: local,
      trust: ['127.0.0.2'],
      headers: { 'x-forwarded-for': `127.0.0.1, ${abroad}` },
      status: 403,
    },
    {
      from: '127.0.0.2',
      allow: local,
      trust: ['127.0.0.2'],
      headers: { 'x-forwarded-for': 'junk' },
      status: 403,
    },
    { from: '127.0.0.2', allow: local, trust: ['127.0.0.2'], headers: { 'x-real-ip': abroad }, status: 403 },
    // Directly from the address of the proxy.
    { from: '127.0.0.2', allow: local, trust: ['127.0.0.2'], headers: {}, status: 200 },
  ])('from $from, allowed $allow, trusted $trust, with $headers: $status', async ({ status, ...row }) => {
    const service = await serve({ allowMetrics: row.allow, trustProxies: row.trust });
    const answer = await service.send('GET', '/metrics', row.headers, row.from);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      message: 'Metrics are only for addresses that the configuration allows',
    });
  });
});
