import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { type Serving, serveCli } from '../support/cli.ts';
import { fakeRenderers, heldRenderers } from '../support/fake-renderers.ts';
import { startTestService } from '../support/service.ts';

const longSeconds = '600';
const tea = JSON.stringify({ tiers: [{ title: 'S', items: ['Tea'] }] });

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Sends a request; by default on a connection of its own, which stays open if the server lets it. */
function send(
  url: string,
  { method = 'GET', key = '', body = '', agent = new Agent({ keepAlive: true }) } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => resolve({ status, connection: headers.connection, body }), reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

describe('a service that drains', () => {
  const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };

  async function serve(renderers = fakeRenderers(async () => picture)) {
    const started = await startTestService({}, { renderers });
    onTestFinished(() => started.stop());
    return started;
  }

  test('serves every request and closes each connection after its answer', async () => {
    const { url, key, service } = await serve();
    expect((await send(`${url}/healthz`)).connection).toBe('keep-alive');
    service.drain();
    const render = await send(`${url}/api/v1/render`, { method: 'POST', key, body: tea });
    const { imagePath } = JSON.parse(render.body);
    const others = ['/healthz', imagePath, '/api/v1/templates', '/nowhere', '/', '/images/nothing.webp'];
    const answers = [render, ...(await Promise.all(others.map((path) => send(url + path, { key }))))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200, 404]);
    expect(answers.map(({ connection }) => connection)).toEqual(answers.map(() => 'close'));
  });

  test('is not ready, and says that it is about to stop', async () => {
    const { url, service } = await serve();
    expect((await send(`${url}/readyz`)).status).toBe(200);
    service.drain();
    const { status, connection, body } = await send(`${url}/readyz`);
    expect([status, connection]).toEqual([503, 'close']);
    expect(JSON.parse(body)).toEqual({ success: false, message: 'The service is about to stop' });
  });

  test('answers the next request on an idle connection before it closes it', async () => {
    const { url, service } = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    await send(`${url}/healthz`, { agent });
    const [idle] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    const closed = new Promise((resolve) => idle?.once('close', resolve));
    service.drain();
    const answer = await send(`${url}/healthz`, { agent });
    expect([answer.status, answer.connection]).toEqual([200, 'close']);
    await closed;
  });

  test('announces the close with the answer to a request in progress', async () => {
    const { renderers, nextArrival, finishAll } = heldRenderers();
    const { url, key, service } = await serve(renderers);
    const arrived = nextArrival();
    const answer = send(`${url}/api/v1/render`, { method: 'POST', key, body: tea });
    await arrived;
    service.drain();
    finishAll();
    expect(await answer).toMatchObject({ status: 200, connection: 'close' });
  });
});

describe.concurrent('tierpress serve with drainSeconds', () => {
  /** Starts a service in its own process and folder, with the first key. */
  async function serve(drainSeconds: string, finished: TestContext['onTestFinished']) {
    const dir = await mkdtemp(join(tmpdir(), 'tierpress-draining-'));
    const serving = await serveCli({ TIERPRESS_DATA_DIR: dir, TIERPRESS_DRAIN_SECONDS: drainSeconds });
    finished(async () => {
      await serving.end('SIGKILL');
      await rm(dir, { recursive: true });
    });
    const [key = ''] = /sk_live_\w{38}/.exec(serving.printed) ?? [];
    return { serving, key };
  }

  const readiness = async ({ url }: Serving) => (await send(`${url}/readyz`)).status;

  test('drains at SIGTERM, and stops at once at a second signal', async ({ onTestFinished }) => {
    const { serving, key } = await serve(longSeconds, onTestFinished);
    process.kill(serving.pid, 'SIGTERM');
    await vi.waitFor(async () => expect(await readiness(serving)).toBe(503), { interval: 5 });
    const answer = await send(`${serving.url}/api/v1/render`, { method: 'POST', key, body: tea });
    expect([answer.status, answer.connection]).toEqual([200, 'close']);
    const { code, stderr } = await serving.end('SIGINT');
    expect(code).toBe(0);
    expect(stderr).toMatch(/"draining"[\s\S]*"stopping"[\s\S]*"stopped"/);
  });

  test('stops by itself when the time is over', async ({ onTestFinished }) => {
    const { serving } = await serve('1', onTestFinished);
    const ended = serving.end('SIGTERM');
    await vi.waitFor(async () => expect(await readiness(serving)).toBe(503), { interval: 5 });
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/"draining"[\s\S]*"stopping"[\s\S]*"stopped"/);
  });

  test('does not drain at SIGINT, which Ctrl-C sends', async ({ onTestFinished }) => {
    const { serving } = await serve(longSeconds, onTestFinished);
    const { code, stderr } = await serving.end('SIGINT');
    expect(code).toBe(0);
    expect(stderr).not.toContain('draining');
  });
});
