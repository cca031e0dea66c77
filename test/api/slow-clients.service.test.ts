import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getImage } from '../../src/api/endpoints/rendering/get-image.ts';
import { isAlive } from '../../src/api/endpoints/service/is-alive.ts';
import type { RequestState } from '../../src/api/http/context.ts';
import { RequestDeadline } from '../../src/api/http/request-deadline.ts';
import { type ClientLimits, startServer } from '../../src/api/http/server.ts';
import { errors } from '../../src/api/middleware/errors.ts';
import { readJsonBody } from '../../src/api/middleware/json-body.ts';
import { ImageFolder } from '../../src/store/drivers/file/image-folder.ts';
import { imageIds } from '../../src/store/image-id.ts';
import type { ImageReader } from '../../src/store/ports.ts';
import { parseAnswer } from '../support/http.ts';

/** More than the kernel buffers between two sockets. */
const imageBytes = 24 * 1024 * 1024;
const day = 24 * 60 * 60 * 1000;

const ends: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a server with the routes for images and bodies, and a route that works until its client disconnects. */
async function serve(limits: Partial<ClientLimits>) {
  const dir = await mkdtemp(join(tmpdir(), 'tierpress-slow-'));
  ends.push(() => rm(dir, { recursive: true }));
  const now = () => new Date();
  const ids = imageIds(Buffer.alloc(32), randomBytes);
  const folder = await ImageFolder.open(dir, { ids, now, maxBytes: 10 * imageBytes });
  const picture = randomBytes(imageBytes);
  const renderId = await folder.save(picture, 'png', new Date(Date.now() + day));
  const files = { opened: 0, open: 0 };
  const images: ImageReader = {
    async open(name) {
      const image = await folder.open(name);
      files.opened += 1;
      files.open += 1;
      const closed = () => (files.open -= 1);
      return {
        ...image,
        read: (range) => image.read(range).once('close', closed),
        close: () => image.close().finally(closed),
      };
    },
  };
  const bodies: unknown[] = [];
  const works: AbortSignal[] = [];
  const router = new Router<RequestState>();
  router.get('/healthz', isAlive.serve({}));
  router.get('/images/:file', getImage.serve({ images, now }));
  router.get('/number/:n', (ctx) => {
    ctx.body = `<${ctx.params['n']}>`;
  });
  router.get('/work', async (ctx) => {
    const deadline = new RequestDeadline(ctx, 30_000);
    const { signal } = deadline;
    works.push(signal);
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))).finally(
      () => deadline.end(),
    );
  });
  router.post('/body', async (ctx) => {
    bodies.push(await readJsonBody(ctx));
    ctx.body = { success: true };
  });
  const app = new Koa<RequestState>();
  app.on('error', () => undefined);
  app.use(errors(async () => undefined));
  app.use(router.routes());
  const server = await startServer(app, {
    host: '127.0.0.1',
    port: 0,
    newRequestId: () => 'request-id',
    limits: { checkEveryMs: 20, lingerMs: 100, ...limits },
  });
  ends.push(() => server.stop(0));
  return {
    port: server.port,
    url: `http://127.0.0.1:${server.port}`,
    imagePath: `/images/${renderId}.png`,
    picture,
    files,
    bodies,
    works,
  };
}

interface Client {
  readonly socket: Socket;
  /** Returns the text received so far. */
  received(): string;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
}

/** The connections of this file's clients. */
const clients = new Set<Socket>();

/** Opens a connection that never closes its side by itself. */
function client(port: number, request: string): Client {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(request);
  ends.push(async () => {
    socket.destroy();
  });
  clients.add(socket);
  socket.once('close', () => clients.delete(socket));
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  return { socket, received: () => Buffer.concat(chunks).toString('latin1'), ended };
}

/** Sends a byte at intervals for as long as the connection accepts it. */
function drip({ socket }: Client): void {
  const timer = setInterval(() => socket.write('x'), 10);
  socket.once('close', () => clearInterval(timer));
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Counts the connections that the server has open: those of this process without the clients' ends. */
function serverConnections(): number {
  const all = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
  return all.length - clients.size;
}

/** Resolves when the server has closed all connections, even if the client has not closed its side. */
const serverHasClosed = () => vi.waitFor(() => expect(serverConnections()).toBe(0), { timeout: 5000 });

async function expectServed(url: string): Promise<void> {
  const answer = await fetch(`${url}/healthz`, { headers: { Connection: 'close' } });
  expect(await answer.json()).toEqual({ success: true });
}

function expectTimedOut({ received }: Client): void {
  const answer = parseAnswer(received());
  expect([answer.status, answer.headers['connection']]).toEqual([408, 'close']);
  expect(answer.headers['x-request-id']).toBe('request-id');
  expect(JSON.parse(answer.body)).toEqual({
    success: false,
    message: 'The request took too long to arrive',
  });
}

describe('a client with a slow request', () => {
  test.each<[string, string]>([
    ['sends nothing', ''],
    ['sends half a head', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: '],
  ])('that %s gets an error and is closed, while others are served', async (_, request) => {
    const { port, url } = await serve({ headersMs: 300, requestMs: 300 });
    const slow = client(port, request);
    await expectServed(url);
    await slow.ended;
    expectTimedOut(slow);
    await serverHasClosed();
  });

  test('that sends the head byte by byte is closed while it still sends', async () => {
    const { port, url } = await serve({ headersMs: 300, requestMs: 300 });
    const clients = Array.from({ length: 20 }, () => client(port, 'GET /healthz HTTP/1.1\r\nX-Drip: '));
    for (const slow of clients) drip(slow);
    await expectServed(url);
    for (const slow of clients) {
      await slow.ended;
      expectTimedOut(slow);
    }
    await serverHasClosed();
  });

  test('that sends the head of a second request byte by byte is closed', async () => {
    const { port } = await serve({ headersMs: 300, requestMs: 300 });
    const slow = client(port, `${get('/healthz')}GET /healthz HTTP/1.1\r\nX-Drip: `);
    drip(slow);
    await slow.ended;
    const [, second = ''] = slow.received().split(/(?=HTTP\/1\.1 )/);
    expect(parseAnswer(slow.received()).status).toBe(200);
    expect(parseAnswer(second).status).toBe(408);
  });

  test.each<[string, string]>([
    ['of a known length', 'Content-Length: 100000\r\n\r\n{"a":"'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\nfffff\r\n{"a":"'],
  ])('that sends a body %s byte by byte is closed, and the body is dropped', async (_, rest) => {
    const { port, url, bodies } = await serve({ headersMs: 150, requestMs: 300 });
    const slow = client(port, `POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`);
    drip(slow);
    await expectServed(url);
    await slow.ended;
    expectTimedOut(slow);
    expect(bodies).toEqual([]);
    await serverHasClosed();
  });

  test('that sends the rest after the refusal gets no further answer', async () => {
    const { port, bodies } = await serve({ headersMs: 150, requestMs: 300, lingerMs: 400 });
    const slow = client(
      port,
      'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n',
    );
    slow.socket.once('end', () => slow.socket.write('\r\n{}'));
    await slow.ended;
    expectTimedOut(slow);
    expect(bodies).toEqual([]);
  });

  test('that sends no further request is closed after the timeout', async () => {
    const { port, url } = await serve({ keepAliveMs: 50 });
    const idle = client(port, get('/healthz'));
    await idle.ended;
    expect(parseAnswer(idle.received()).status).toBe(200);
    await expectServed(url);
  });
});

describe('a client that does not read', () => {
  test('a large image is cut off, and no file stays open', async () => {
    const { port, url, imagePath, files, picture } = await serve({ inactivityMs: 300 });
    const deaf = client(port, '');
    deaf.socket.pause();
    deaf.socket.write(get(imagePath).repeat(50));
    await vi.waitFor(() => expect(files.open).toBe(1));
    const whole = await fetch(url + imagePath, { headers: { Connection: 'close' } });
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    await vi.waitFor(() => expect(files.open).toBe(0), { timeout: 5000 });
    // One for each of the two answers; the requests behind the first were never begun.
    expect(files.opened).toBe(2);
    deaf.socket.resume();
    await deaf.ended;
    expect(deaf.received().length).toBeLessThan(imageBytes);
    await serverHasClosed();
  });

  test('is not cut off if it reads at intervals', async () => {
    // On a busy machine, this process may get no core for half a second.
    const inactivityMs = 1000;
    const readsMs = 2.5 * inactivityMs;
    const { port, imagePath, picture } = await serve({ inactivityMs });
    const slow = connect(port, '127.0.0.1');
    slow.write(get(imagePath).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const began = performance.now();
    const chunks: Buffer[] = [];
    slow.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (performance.now() - began > readsMs) return;
      slow.pause();
      setTimeout(() => slow.resume(), 20);
    });
    await new Promise((resolve) => slow.once('close', resolve));
    expect(performance.now() - began).toBeGreaterThan(readsMs);
    expect(Buffer.concat(chunks).subarray(-imageBytes).equals(picture)).toBe(true);
  });

  test('and sends invalid data meanwhile gets no error inside its image', async () => {
    const { port, imagePath, picture } = await serve({});
    const sender = client(port, get(imagePath) + get('/healthz'));
    await new Promise((resolve) => sender.socket.once('data', resolve));
    sender.socket.pause();
    sender.socket.write('no HTTP\r\n\r\n');
    sender.socket.resume();
    await sender.ended;
    const [, body = ''] = sender.received().split(/\r\n\r\n(.*)/s);
    expect(picture.toString('latin1').startsWith(body.slice(0, imageBytes))).toBe(true);
    expect(body.slice(imageBytes)).not.toContain('400');
  });
});

describe('requests on one connection', () => {
  test('are answered in their order', async () => {
    const { port } = await serve({});
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const eager = client(port, numbers.map((n) => get(`/number/${n}`)).join(''));
    await vi.waitFor(() => expect(eager.received()).toContain('<59>'));
    const answered = [...eager.received().matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
    expect(answered).toEqual(numbers);
  });

  test('are begun one at a time, and too many close the connection', async () => {
    const { port, url, works } = await serve({});
    const eager = client(port, get('/work').repeat(20));
    await vi.waitFor(() => expect(works).toHaveLength(1));
    eager.socket.write(get('/work').repeat(100));
    await eager.ended;
    await vi.waitFor(() => expect(works[0]?.aborted).toBe(true));
    expect(works).toHaveLength(1);
    await expectServed(url);
    await serverHasClosed();
  });
});

describe('a connection whose client has closed its side', () => {
  test.each<[string, string]>([
    ['before it asked anything', ''],
    ['in the middle of a head', 'GET /healthz HTTP/1.1\r\nHo'],
  ])('%s is closed', async (_, request) => {
    const { port, url } = await serve({});
    const half = client(port, request);
    half.socket.end();
    await half.ended;
    await expectServed(url);
    await serverHasClosed();
  });

  test('while it waits for an answer is closed, and the work is cancelled', async () => {
    const { port, url, works } = await serve({});
    const half = client(port, get('/work'));
    await vi.waitFor(() => expect(works).toHaveLength(1));
    half.socket.end();
    await half.ended;
    await vi.waitFor(() => expect(works[0]?.aborted).toBe(true));
    await expectServed(url);
    await serverHasClosed();
  });
});
