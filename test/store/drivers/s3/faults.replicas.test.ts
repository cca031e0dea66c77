import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../support/engines/processes.ts';
import { type S3Front, startS3Front } from '../../../support/engines/s3-front.ts';
import { type Swift, startSwift } from '../../../support/engines/swift.ts';
import { fakeRenderers } from '../../../support/fake-renderers.ts';
import { jsonOf } from '../../../support/http.ts';
import { lacks, swiftPrograms } from '../../../support/programs.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

/** A call takes 2 s; the rest is for the service. */
const boundMs = 2500;
const atOnceMs = 500;
const quota = 1000;

/** An image that depends on its board. */
const imageOf = (title: string) => createHash('shake256', { outputLength: 100_000 }).update(title).digest();
const renderers = () =>
  fakeRenderers(async ({ board }) => ({ bytes: imageOf(board.title), width: 1, height: 1, warnings: [] }));

let swift: Swift;
let front: S3Front;

async function startService(endpoint: string, before?: () => Promise<void>): Promise<TestService> {
  const { images } = await swift.createBucket();
  await before?.();
  const service = await startTestService(
    { TIERPRESS_IMAGES: images.replace(swift.endpoint, endpoint), ...swift.env },
    { renderers: renderers() },
    { plans: { enterprise: { minute: quota, day: null } } },
  );
  onTestFinished(() => service.stop());
  return service;
}

const draw = ({ url, key }: TestService, title: string) =>
  fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, tiers: [{ title: 'S', items: [] }] }),
  });

/** @returns the path of the new image */
async function drawn(service: TestService, title: string): Promise<string> {
  const answer = await draw(service, title);
  const body = await jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return String(body['imagePath']);
}

async function timed(answer: Promise<Response>) {
  const began = performance.now();
  const { status, headers } = await answer;
  return { status, ms: performance.now() - began, retryAfter: headers.get('retry-after') };
}

async function recovers(service: TestService, title: string): Promise<void> {
  const path = await eventually(() => drawn(service, title));
  const image = await eventually(async () => {
    const answer = await fetch(service.url + path);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return answer;
  });
  expect(Buffer.from(await image.arrayBuffer()).equals(imageOf(title))).toBe(true);
}

/** What the metrics say of S3. */
async function availability({ url }: TestService): Promise<string | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^tierpress_engine_available\{engine="s3"\} (\d)$/m.exec(text)?.[1];
}

const linesOf = ({ log }: TestService, text: string) => log.filter((line) => line.includes(text));

describe.skipIf(lacks(...swiftPrograms))('the service, while S3', () => {
  beforeAll(async () => {
    swift = await startSwift();
    front = await startS3Front(swift.endpoint);
  });
  afterAll(async () => {
    await front?.close();
    await swift?.close();
  });

  const faults: readonly (readonly [string, string, boolean, () => unknown, () => unknown])[] = [
    ['is killed', 'ECONNREFUSED', false, () => swift.kill(), () => swift.start()],
    ['is frozen', 'Timeout', false, () => swift.freeze(), () => swift.resume()],
    ...(['wrong secret', 'slow down', 'silent'] as const).map(
      (mode) =>
        [
          { 'wrong secret': 'refuses the secret', 'slow down': 'is overloaded', silent: 'is too slow' }[mode],
          { 'wrong secret': 'SignatureDoesNotMatch', 'slow down': 'SlowDown', silent: 'Timeout' }[mode],
          true,
          () => {
            front.mode = mode;
          },
          () => {
            front.mode = 'pass';
          },
        ] as const,
    ),
  ];
  it.each(faults)(
    '%s, answers what it can and the rest with 503 (%s)',
    async (_, code, isFront, begin, end) => {
      const service = await startService(isFront ? front.endpoint : swift.endpoint);
      const path = await drawn(service, 'before');
      await begin();
      try {
        for (let i = 0; i < 3; i++) {
          const [cached, fresh, image, readiness] = await Promise.all([
            timed(draw(service, 'before')),
            timed(draw(service, `new ${i}`)),
            timed(fetch(service.url + path)),
            timed(fetch(`${service.url}/readyz`)),
          ]);
          expect([cached.status, fresh.status, image.status, readiness.status]).toEqual([200, 503, 503, 200]);
          expect([fresh.retryAfter, image.retryAfter]).toEqual(['5', '5']);
          expect(Math.max(cached.ms, readiness.ms)).toBeLessThan(atOnceMs);
          expect(Math.max(fresh.ms, image.ms)).toBeLessThan(boundMs);
        }
        // After three failures in a row, only one call a second waits.
        const waits = await Promise.all(Array.from({ length: 20 }, () => timed(fetch(service.url + path))));
        expect(waits.every(({ status, ms }) => status === 503 && ms < boundMs)).toBe(true);
        expect(waits.filter(({ ms }) => ms > atOnceMs).length).toBeLessThanOrEqual(1);
        const writes = await Promise.all(
          Array.from({ length: 20 }, (_, i) => timed(draw(service, `other ${i}`))),
        );
        expect(writes.every(({ status, ms }) => status === 503 && ms < boundMs)).toBe(true);
        expect(writes.filter(({ ms }) => ms > atOnceMs).length).toBeLessThanOrEqual(1);
      } finally {
        await end();
      }
      expect(await availability(service)).toBe('0');
      await recovers(service, 'after');
      expect(await availability(service)).toBe('1');
      expect(linesOf(service, 'S3 fails').map((line) => JSON.parse(line).code)).toEqual([code, code]);
      expect(linesOf(service, 'S3 answers again')).toHaveLength(2);
      expect(service.log.join('')).not.toMatch(/AWS4-HMAC|Signature=|"testing"|test:tester/);
      // Charged were the first board, its three cached answers, the one after, and this one.
      const left = /r=(\d+)/.exec((await draw(service, 'before')).headers.get('ratelimit') ?? '')?.[1];
      expect(quota - Number(left)).toBe(6);
    },
  );

  it('is full, serves its images and refuses new boards with 503', async () => {
    const service = await startService(swift.endpoint);
    const path = await drawn(service, 'before');
    await swift.fill();
    try {
      for (let i = 0; i < 5; i++) {
        const fresh = await timed(draw(service, `new ${i}`));
        expect([fresh.status, fresh.retryAfter]).toEqual([503, '5']);
        expect(fresh.ms).toBeLessThan(boundMs);
        expect((await fetch(service.url + path)).status).toBe(200);
      }
    } finally {
      await swift.clear();
    }
    await recovers(service, 'after');
  });

  it('is away, starts, and serves when it is back', async () => {
    const service = await startService(swift.endpoint, () => swift.kill());
    expect((await draw(service, 'before')).status).toBe(503);
    await swift.start();
    await recovers(service, 'after');
  });

  it('stops in the middle of an image, breaks the connection', async () => {
    const service = await startService(front.endpoint);
    const path = await drawn(service, 'stalled');
    expect((await fetch(service.url + path)).status).toBe(200);
    front.mode = 'stall';
    const began = performance.now();
    const answer = await fetch(service.url + path);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(boundMs);
    front.mode = 'pass';
    expect((await fetch(service.url + path)).status).toBe(200);
  });
});
