import { Agent, type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RequestState } from '../../src/api/http/context.ts';
import { RequestDeadline } from '../../src/api/http/request-deadline.ts';
import { startServer } from '../../src/api/http/server.ts';
import { errors } from '../../src/api/middleware/errors.ts';
import { addMember, type Member } from '../support/accounts.ts';
import { type GatedRenderers, startGatedRenderers } from '../support/gated-renderers.ts';
import { costly } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The largest number of renders that wait for the one renderer: see render/pool.ts. */
const waitingMost = 64;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The rest of the day's quota. */
  readonly left: number;
  readonly ms: number;
}

interface Asked {
  readonly answer: Promise<Answer>;
  /** Disconnects the client. */
  leave(): void;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Requests a board with this title on a connection of its own. */
function ask({ port, key }: Pick<TestService, 'port' | 'key'>, title: string): Asked {
  const body = JSON.stringify({ title, tiers: [{ title: 'S', items: ['Tea'] }] });
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const began = performance.now();
  const client: ClientRequest = request({
    host: '127.0.0.1',
    port,
    path: '/api/v1/render',
    method: 'POST',
    headers,
    agent,
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    client.once('error', reject);
    client.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const left = Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
      text(response).then(() => {
        resolve({ status, retryAfter: headers['retry-after'], left, ms: performance.now() - began });
      }, reject);
    });
  });
  answer.catch(() => undefined);
  client.end(body);
  return { answer, leave: () => client.destroy() };
}

async function gatedService(): Promise<{ service: TestService; gated: GatedRenderers }> {
  const gated = await startGatedRenderers();
  const service = await startTestService({}, { renderers: gated.renderers });
  ends.push(async () => {
    gated.open();
    await service.stop();
  });
  return { service, gated };
}

/** Resolves when this number of renders wait for the renderer. */
function waiting({ renderers }: GatedRenderers, count: number): Promise<void> {
  return vi.waitFor(() => expect(renderers.load().waiting).toBe(count), { timeout: 10_000, interval: 5 });
}

/** Returns the median of an odd number of times, since a single time may be disturbed by other processes. */
const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1];

/** Counts the connections of this process, on both sides. */
const connections = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

describe('a full queue', () => {
  test('refuses further requests immediately, with Retry-After and without charge', async () => {
    const { service, gated } = await gatedService();
    const { key } = await addMember(service, { plan: 'business' });
    const member = { port: service.port, key };
    const crowd = Array.from({ length: waitingMost + 1 }, (_, index) => ask(member, `board ${index}`));
    await gated.nextBegun();
    await waiting(gated, waitingMost);
    const times: number[] = [];
    const healthTimes: number[] = [];
    for (let round = 1; round <= 9; round++) {
      const { status, retryAfter, ms } = await ask(member, `too much ${round}`).answer;
      expect([status, retryAfter]).toEqual([503, '1']);
      times.push(ms);
      const began = performance.now();
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      healthTimes.push(performance.now() - began);
    }
    expect(median(times)).toBeLessThan(50);
    expect(median(healthTimes)).toBeLessThan(50);

    // An account without waiting requests still gets a place, taken from the account with the most.
    const other = ask(service, 'of another account');
    const displaced = await Promise.race(crowd.map(({ answer }) => answer));
    expect([displaced.status, displaced.retryAfter]).toEqual([503, '1']);
    gated.open();
    expect((await other.answer).status).toBe(200);
    const statuses = (await Promise.all(crowd.map(({ answer }) => answer))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(waitingMost);
    const last = await ask(member, 'last').answer;
    expect([last.status, last.left]).toEqual([200, 5000 - waitingMost - 1]);
  });
});

describe('the fair queue', () => {
  test('lets other accounts draw despite an account with 500 requests', costly, async () => {
    const service = await startTestService();
    ends.push(() => service.stop());
    const { key } = await addMember(service, { plan: 'business' });
    let [answered, drawn] = [0, 0];
    let onlyWaiting = () => {};
    const fullHouse = new Promise<void>((resolve) => (onlyWaiting = resolve));
    const crowd = Array.from({ length: 500 }, (_, index) => ask(service, `board ${index}`));
    const answers = crowd.map(async ({ answer }) => {
      const { status } = await answer;
      answered += 1;
      if (status === 200) drawn += 1;
      if (answered === crowd.length - waitingMost) onlyWaiting();
      return status;
    });
    await fullHouse;
    const before = drawn;
    const other = await ask({ port: service.port, key }, 'of another account').answer;
    expect(other.status).toBe(200);
    expect(drawn - before).toBeLessThan(waitingMost / 4);
    expect(answered).toBeLessThan(crowd.length);
    const statuses = await Promise.all(answers);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(waitingMost);
  });

  test('alternates between accounts, in order of arrival within each', async () => {
    const { service, gated } = await gatedService();
    const member = async (): Promise<Member> => addMember(service, { plan: 'business' });
    const accounts = { a: await member(), b: await member(), c: await member() };
    const of = (name: keyof typeof accounts) => ({ port: service.port, key: accounts[name].key });
    const asked = [ask(of('a'), 'a0')];
    const spec: string[] = [];
    const first = await gated.nextBegun();
    const titles = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'] as const;
    for (const [count, title] of titles.entries()) {
      asked.push(ask(of(title.startsWith('a') ? 'a' : title.startsWith('b') ? 'b' : 'c'), title));
      await waiting(gated, count + 1);
    }
    first.finish();
    for (const _ of titles) {
      const { title, finish } = await gated.nextBegun();
      spec.push(title);
      finish();
    }
    expect(spec).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    for (const { answer } of asked) expect((await answer).status).toBe(200);
  });
});

describe('a client that disconnects', () => {
  test('has its waiting request dropped and its connection closed', async () => {
    const { service, gated } = await gatedService();
    const first = ask(service, 'first');
    const begun = await gated.nextBegun();
    const before = connections();
    const gone = Array.from({ length: 20 }, (_, index) => ask(service, `gone ${index}`));
    await waiting(gated, 20);
    expect(connections()).toBe(before + 40);
    for (const { leave } of gone) leave();
    await waiting(gated, 0);
    await vi.waitFor(() => expect(connections()).toBe(before), { timeout: 5000 });
    const last = ask(service, 'last');
    await waiting(gated, 1);
    begun.finish();
    const next = await gated.nextBegun();
    expect(next.title).toBe('last');
    next.finish();
    for (const { answer } of [first, last]) expect((await answer).status).toBe(200);
    for (const { answer } of gone) await expect(answer).rejects.toThrow();
    expect(service.log.filter((line) => JSON.parse(line).msg === 'request failed')).toEqual([]);
  });

  test('while its board is drawn does not affect the boards of others', async () => {
    const { service, gated } = await gatedService();
    const gone = ask(service, 'gone');
    const begun = await gated.nextBegun();
    const next = ask(service, 'next');
    await waiting(gated, 1);
    gone.leave();
    begun.finish();
    (await gated.nextBegun()).finish();
    expect((await next.answer).status).toBe(200);
  });

  test('leaves its other requests on that connection undrawn', async () => {
    const { service, gated } = await gatedService();
    const messageOf = (title: string) => {
      const body = JSON.stringify({ title, tiers: [{ title: 'S', items: ['Tea'] }] });
      const head = `POST /api/v1/render HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}`;
      return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const client = connect(service.port, '127.0.0.1');
    client.write(['first', 'second', 'third'].map(messageOf).join(''));
    const begun = await gated.nextBegun();
    expect(begun.title).toBe('first');
    const before = connections();
    client.destroy();
    await vi.waitFor(() => expect(connections()).toBe(before - 2), { timeout: 5000 });
    begun.finish();
    const last = ask(service, 'last');
    const next = await gated.nextBegun();
    expect(next.title).toBe('last');
    next.finish();
    expect((await last.answer).status).toBe(200);
  });
});

describe('the deadline of a request', () => {
  /** Starts a server with one route, which works until the deadline of the request. */
  async function impatientServer(withinMs: number) {
    let working: (deadline: RequestDeadline) => void = () => undefined;
    const begun = new Promise<RequestDeadline>((resolve) => (working = resolve));
    const app = new Koa<RequestState>();
    app.use(errors(async () => undefined));
    app.use(async (ctx) => {
      const deadline = new RequestDeadline(ctx, withinMs);
      const over = new Promise((_, reject) => {
        deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason));
      });
      working(deadline);
      await over.finally(() => deadline.end());
    });
    const server = await startServer(app, { host: '127.0.0.1', port: 0, newRequestId: () => 'id' });
    ends.push(() => server.stop(0));
    return { url: `http://127.0.0.1:${server.port}/`, begun, stop: server.stop };
  }

  test('aborts after the time limit with a 503', async () => {
    const { url } = await impatientServer(30);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The picture could not be drawn in time',
    });
  });

  test('aborts when the stopping service cuts it off, which does not count as a disconnect', async () => {
    const { url, begun, stop } = await impatientServer(30_000);
    const answer = fetch(url);
    const { signal } = await begun;
    const over = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.all([stop(0), expect(answer).rejects.toThrow(), over]);
    expect(signal.reason).toMatchObject({ code: 'noCapacity' });
  });

  test('aborts when the client disconnects', async () => {
    const { url, begun } = await impatientServer(30_000);
    const client = new AbortController();
    const answer = fetch(url, { signal: client.signal });
    const { signal } = await begun;
    const over = new Promise((resolve) => signal.addEventListener('abort', resolve));
    client.abort();
    await expect(answer).rejects.toThrow();
    await over;
    expect(signal.reason).toMatchObject({ code: 'clientGone' });
  });
});
