import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { heldRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const held = heldRenderers();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { renderers: held.renderers });
});
afterAll(() => service.stop());

let titles = 0;
/** A request for an image that is never drawn. */
function waiting(): string {
  const body = JSON.stringify({ title: `${titles++}`, tiers: [{ title: 'S', items: ['Tea'] }] });
  return post('/api/v1/render', body.length, `X-API-Key: ${service.key}\r\n`) + body;
}

function post(path: string, length: number, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n`;
}

async function answers(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const counts: Record<string, number> = {};
  for (const [, status = '', count] of text.matchAll(
    /^tierpress_http_requests_total\{route="(?!\/metrics).*status="(\d+)"\} (\d+)$/gm,
  )) {
    counts[status] = (counts[status] ?? 0) + Number(count);
  }
  return counts;
}

/** Sends bytes, waits until the service works on them, and leaves. */
async function leave(bytes: string, how: (socket: Socket) => void, arrived: Promise<unknown>): Promise<void> {
  const socket = connect(service.port, 'localhost');
  socket.on('error', () => undefined);
  socket.write(bytes);
  await arrived;
  how(socket);
}

describe.each([
  ['closes its connection (FIN)', (socket: Socket): void => void socket.destroy()],
  ['resets its connection (RST)', (socket: Socket): void => void socket.resetAndDestroy()],
] as const)('a client that %s', (_, how) => {
  test('before the answer is counted as 499', async () => {
    const { '499': before = 0 } = await answers();
    await leave(waiting(), how, held.nextArrival());
    await vi.waitFor(async () => expect((await answers())['499']).toBe(before + 1));
  });

  test('before the answers of pipelined requests is counted as 499', async () => {
    const { '499': before = 0 } = await answers();
    const first = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    await leave(first + waiting() + waiting(), how, held.nextArrival());
    await vi.waitFor(async () => expect((await answers())['499']).toBe(before + 1));
  });

  test('in the middle of a body is no error of the service, with and without a key', async () => {
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
    const before = sum(await answers());
    const half = '{"email": "ann@';
    for (const path of ['/api/v1/session', '/api/v1/password-link', '/tier/preview', '/nowhere']) {
      const socket = connect(service.port, 'localhost');
      socket.on('error', () => undefined);
      // The answer to an earlier request shows that the service has read so far.
      socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${post(path, 1000)}${half}`);
      await new Promise((resolve) => socket.once('data', resolve));
      how(socket);
    }
    await vi.waitFor(async () => expect(sum(await answers())).toBeGreaterThanOrEqual(before + 7));
  });
});

test('a client that leaves causes no 5xx and no line of the log above info', async () => {
  expect(Object.keys(await answers()).filter((status) => status.startsWith('5'))).toEqual([]);
  const lines = service.log.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});
