import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import Koa from 'koa';
import * as v from 'valibot';
import { describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import type { ApiContext, RequestState } from '../../src/api/http/context.ts';
import { startServer } from '../../src/api/http/server.ts';
import { type Serving, serveCli } from '../support/cli.ts';
import { parseAnswer } from '../support/http.ts';
import { costly } from '../support/runs.ts';

const graceMs = 20_000;
const dayQuota = 5000;

describe('a server that stops', () => {
  async function serve(answer: (ctx: ApiContext) => unknown) {
    let begun = 0;
    const app = new Koa<RequestState>();
    // Koa would print the answers that are cut off on purpose.
    app.on('error', () => undefined);
    app.use(async (ctx) => {
      begun += 1;
      await answer(ctx);
    });
    const server = await startServer(app, { host: '127.0.0.1', port: 0, newRequestId: () => 'request-id' });
    onTestFinished(() => server.stop(0));
    /** Opens a connection and collects everything that it receives. */
    const send = (message: string) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(message);
      return text(socket).catch(() => 'reset');
    };
    return {
      ...server,
      send,
      hasBegun: (count: number) => vi.waitFor(() => expect(begun).toBe(count)),
      refuses: () => expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow(),
    };
  }

  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  test('does not wait for idle connections', async () => {
    const { send, hasBegun, stop } = await serve((ctx) => {
      ctx.body = 'done';
    });
    const clients = ['', 'GET / HT', `${get}POST / HTTP/1.1\r\nContent-Le`].map(send);
    // Connections are accepted in order, so the server has accepted the others by then.
    const idle = send(get);
    await hasBegun(2);
    const began = performance.now();
    await stop(graceMs);
    expect(performance.now() - began).toBeLessThan(graceMs / 4);
    const [silent = '', half = '', more = ''] = await Promise.all(clients);
    for (const received of [silent, half]) expect(received).not.toContain('HTTP');
    for (const received of [more, await idle])
      expect(parseAnswer(received)).toMatchObject({ status: 200, body: 'done' });
  });

  test('sends Connection: close with its last answers and closes after them', async () => {
    let finish = () => {};
    const { send, hasBegun, stop, refuses } = await serve(async (ctx) => {
      await new Promise<void>((done) => (finish = done));
      ctx.body = 'done';
    });
    const received = send(get);
    await hasBegun(1);
    const stopped = stop(graceMs);
    await refuses();
    finish();
    await stopped;
    const answer = parseAnswer(await received);
    expect([answer.status, answer.headers['connection'], answer.body]).toEqual([200, 'close', 'done']);
  });

  test('answers all requests on one connection', async () => {
    const finishes: (() => void)[] = [];
    const { send, hasBegun, stop, refuses } = await serve(async (ctx) => {
      await new Promise<void>((done) => finishes.push(done));
      ctx.body = ctx.path;
    });
    const received = send(get.replace('/', '/first') + get.replace('/', '/second'));
    await hasBegun(1);
    const stopped = stop(graceMs);
    await refuses();
    finishes[0]?.();
    await hasBegun(2);
    finishes[1]?.();
    await stopped;
    const [first = '', second = ''] = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(parseAnswer(first)).toMatchObject({ status: 200, body: '/first' });
    expect(parseAnswer(second)).toMatchObject({ status: 200, body: '/second' });
  });

  test('does not cut off an answer that is still being read', async () => {
    const bytes = Buffer.alloc(8 * 1024 * 1024, 'x');
    const { port, stop, refuses } = await serve((ctx) => {
      ctx.body = bytes;
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(get);
    await new Promise((resolve) => socket.once('readable', resolve));
    const stopped = stop(graceMs);
    await refuses();
    const received = await buffer(socket);
    await stopped;
    expect(received.subarray(-bytes.length).equals(bytes)).toBe(true);
  });

  test.each<[string, (ctx: ApiContext) => unknown]>([
    ['an answer', () => new Promise(() => undefined)],
    [
      'the rest of an answer',
      (ctx) => {
        ctx.body = Readable.from(neverEnding());
      },
    ],
  ])('cuts off %s after its grace period', async (_, answer) => {
    const { send, hasBegun, stop } = await serve(answer);
    const received = send(get);
    await hasBegun(1);
    const began = performance.now();
    await stop(100);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await received).not.toContain('\r\n0\r\n');
  });

  async function* neverEnding() {
    yield 'the beginning';
    await new Promise(() => undefined);
  }
});

describe.concurrent('tierpress serve, on a signal to stop,', () => {
  const answerSchema = v.object({
    renderId: v.string(),
    imagePath: v.string(),
    cached: v.boolean(),
  });

  /** The function of the test itself: the global one does not distinguish concurrent tests. */
  type Finished = TestContext['onTestFinished'];

  interface Answer {
    readonly status: number;
    /** The rest of the day's quota. */
    readonly left: number;
    readonly body: string;
  }

  /** Starts a service in its own process and folder, with the first key. */
  async function serve(onTestFinished: Finished) {
    const dir = await mkdtemp(join(tmpdir(), 'tierpress-stopping-'));
    const plans = { enterprise: { minute: null, day: dayQuota } };
    await writeFile(join(dir, 'config.json'), JSON.stringify({ plans }));
    const env = { TIERPRESS_DATA_DIR: dir };
    const running: Serving[] = [];
    onTestFinished(async () => {
      for (const one of running) await one.end('SIGKILL');
      await rm(dir, { recursive: true });
    });
    const start = async () => {
      const serving = await serveCli(env);
      running.push(serving);
      return serving;
    };
    const serving = await start();
    const [key = ''] = /sk_live_\w{38}/.exec(serving.printed) ?? [];
    return { serving, start, key };
  }

  const bodyOf = (index: number) => {
    const items = Array.from({ length: 20 }, (_, item) => `${index} and ${item}`);
    return JSON.stringify({ title: `Board ${index}`, tiers: [{ title: 'S', items }] });
  };

  function send(agent: Agent, method: string, url: string, key: string, body = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const sent = request(url, { method, agent, headers }, (response) => {
        const left = Number(/"day";r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
        const status = response.statusCode ?? 0;
        text(response).then((body) => resolve({ status, left, body }), reject);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** Sends this number of boards over open connections. */
  async function burst(
    onTestFinished: Finished,
    { url }: Serving,
    key: string,
    count: number,
  ): Promise<Promise<Answer>[]> {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const warm = Array.from({ length: count }, () => send(agent, 'GET', `${url}/healthz`, key));
    for (const { status } of await Promise.all(warm)) expect(status).toBe(200);
    const answers = Array.from({ length: count }, (_, index) =>
      send(agent, 'POST', `${url}/api/v1/render`, key, bodyOf(index)),
    );
    for (const answer of answers) answer.catch(() => undefined);
    return answers;
  }

  /** Resolves when this number of boards has been accepted for drawing. */
  function accepted({ url }: Serving, count: number): Promise<void> {
    return vi.waitFor(
      async () => {
        const metrics = await (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text();
        expect(metrics).toContain(`tierpress_render_cache_total{outcome="miss"} ${count}\n`);
      },
      { timeout: 20_000, interval: 10 },
    );
  }

  /** Resolves when the service refuses connections. */
  function refuses({ url }: Serving): Promise<void> {
    const { port, hostname } = new URL(url);
    const attempt = () =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname);
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error) => resolve('code' in error ? String(error.code) : ''));
        socket.once('connect', () => socket.destroy());
      });
    return vi.waitFor(async () => expect(await attempt()).toBe('ECONNREFUSED'), {
      timeout: 5000,
      interval: 5,
    });
  }

  const parse = ({ body }: Answer) => v.parse(answerSchema, JSON.parse(body));

  /** Checks that every answer is saved: its image, its record in the cache, and its charge. */
  async function expectKept(again: Serving, key: string, answers: readonly (Answer | undefined)[]) {
    const agent = new Agent({ keepAlive: true });
    let used = answers.filter((answer) => answer !== undefined).length;
    for (const [index, answer] of answers.entries()) {
      if (answer === undefined) continue;
      const { renderId, imagePath } = parse(answer);
      expect((await send(agent, 'GET', again.url + imagePath, key)).status).toBe(200);
      const repeated = await send(agent, 'POST', `${again.url}/api/v1/render`, key, bodyOf(index));
      expect(parse(repeated)).toEqual({ renderId, imagePath, cached: true });
      used += 1;
      expect(repeated.left).toBe(dayQuota - used);
    }
    agent.destroy();
  }

  test('answers and saves every accepted request under load', async ({ onTestFinished }) => {
    const { serving, start, key } = await serve(onTestFinished);
    const sent = await burst(onTestFinished, serving, key, 40);
    await accepted(serving, 40);
    let hasEnded = false;
    const began = performance.now();
    const ended = serving.end('SIGTERM').finally(() => (hasEnded = true));
    await refuses(serving);
    expect(hasEnded).toBe(false);
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const { code, stderr } = await ended;
    expect(performance.now() - began).toBeLessThan(graceMs);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/"level":[56]0/);
    await expectKept(await start(), key, answers);
  });

  test('answers every request of a burst or never accepts it', costly, async ({ onTestFinished }) => {
    const { serving, start, key } = await serve(onTestFinished);
    const sent = await burst(onTestFinished, serving, key, 40);
    await Promise.race(sent);
    const { code } = await serving.end('SIGTERM');
    expect(code).toBe(0);
    const answers = await Promise.all(sent.map((answer) => answer.catch(() => undefined)));
    const answered = answers.filter((answer) => answer !== undefined);
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200));
    await expectKept(await start(), key, answers);
  });

  test('stops in the same way on repeated signals', costly, async ({ onTestFinished }) => {
    const { serving, start, key } = await serve(onTestFinished);
    const sent = await burst(onTestFinished, serving, key, 20);
    await accepted(serving, 20);
    const ended = serving.end('SIGTERM');
    await refuses(serving);
    process.kill(serving.pid, 'SIGTERM');
    process.kill(serving.pid, 'SIGINT');
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect((await ended).code).toBe(0);
    await expectKept(await start(), key, answers);
  });

  test.skipIf(!existsSync('/proc/self/stat'))(
    'does not wait for a renderer that hangs',
    costly,
    async ({ onTestFinished }) => {
      const { serving, key } = await serve(onTestFinished);
      for (const pid of childrenOf(serving.pid)) process.kill(pid, 'SIGSTOP');
      const sent = await burst(onTestFinished, serving, key, 3);
      await accepted(serving, 3);
      const began = performance.now();
      const { code } = await serving.end('SIGTERM');
      expect(performance.now() - began).toBeLessThan(graceMs);
      expect(code).toBe(0);
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 200, 503]);
    },
  );

  function childrenOf(parent: number): number[] {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return Number(ppid) === parent ? [Number(name)] : [];
      } catch {
        return []; // The process has ended.
      }
    });
  }
});
