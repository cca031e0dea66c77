import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Serving, serveCli } from '../support/cli.ts';

let dir: string;
let service: Serving;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-descriptors-'));
  service = await serveCli({ TIERPRESS_DATA_DIR: dir }, ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh']);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

let boards = 0;

async function draw(): Promise<number> {
  const [key = ''] = /sk_live_\w+/.exec(service.printed) ?? [];
  const answer = await fetch(`${service.url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ title: `${boards++}`, tiers: [{ title: 'S', items: ['Tea'] }] }),
    signal: AbortSignal.timeout(5_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('a service without file descriptors keeps running, and serves when there are some again', async () => {
  expect(await draw()).toBe(200);
  const { port } = new URL(service.url);
  const sockets = Array.from({ length: 400 }, () => connect(Number(port), 'localhost'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await wait(500);
  // Whether it is refused, waits or is served: it is no reason to end.
  await draw().catch(() => undefined);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await draw()).toBe(200), { timeout: 20_000, interval: 200 });
  expect(process.kill(service.pid, 0)).toBe(true);
});
