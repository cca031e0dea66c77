import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { ask } from '../support/accounts.ts';
import { type Replicas, startReplicas } from '../support/engines/replicas.ts';
import type { S3Mode } from '../support/engines/s3-front.ts';
import { type Load, type Reply, startLoad, withStatus } from '../support/load.ts';
import { lacks, replicaPrograms } from '../support/programs.ts';
import {
  boardNamed,
  drawBoard,
  keysAndUsage,
  logInByLink,
  postBoard,
  statusOf,
} from '../support/shared-requests.ts';

/** How long an answer may take that says that PostgreSQL or S3 is away. */
const [storeMs, imagesMs] = [500, 3000];
const recoveredWithinMs = 5000;
/** What each test's account has been charged when it begins. */
const drawnBefore = 3;
/** After this time, another replica may draw a board. */
const claimMs = 15_000;
/** Counters that were answered so shortly before a crash of the database may be lost with it. */
const unsyncedMs = 1000;

describe.skipIf(lacks(...replicaPrograms))('two replicas', () => {
  let replicas: Replicas;
  let urls: readonly [string, string];
  let key: string;
  let cookie: string;
  let cached: object;
  let path: string;
  let boards = 0;

  const newBoard = () => boardNamed(`Board ${++boards}`);
  const usageOf = async (url: string) => (await keysAndUsage(url, cookie)).usage.day;

  beforeAll(async () => {
    replicas = await startReplicas();
    urls = [replicas.both[0].url, replicas.both[1].url];
  });
  afterAll(() => replicas?.close());

  beforeEach(async () => {
    const member = await replicas.addMember('enterprise');
    key = member.key;
    cookie = await logInByLink(replicas, member.email);
    cached = newBoard();
    path = await drawBoard(urls[0], key, cached);
    for (const url of urls) await drawBoard(url, key, cached);
  });

  /** Sends requests until the test ends, at the latest: they would be charged to the account of the next one. */
  function startTestLoad(clients: Parameters<typeof startLoad>[0]): Load {
    const load = startLoad(clients);
    onTestFinished(async () => {
      await load.stop();
    });
    return load;
  }
  const startBoth = (perReplica: number) =>
    startTestLoad(
      urls.flatMap((url) => [
        ...Array.from({ length: perReplica }, () => () => postBoard(url, key, cached)),
        () => postBoard(url, key, newBoard()),
      ]),
    );

  /** Resolves when both replicas draw again. @returns after how many milliseconds */
  async function recovered(): Promise<number> {
    const start = performance.now();
    for (const url of urls)
      await expect
        .poll(async () => (await postBoard(url, key, newBoard())).status, { timeout: 20_000, interval: 50 })
        .toBe(200);
    return performance.now() - start;
  }

  function expectAway(failed: readonly Reply[], withinMs: number): void {
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]));
    expect(failed.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(Math.max(...failed.map(({ ms }) => ms))).toBeLessThan(withinMs);
  }

  /**
   * Compares the charges with the answers.
   *
   * @param extra answers that are not among the replies, beyond those of `beforeEach` and `recovered`
   * @param open requests that broke, which may have been charged
   * @param crashedAt when the database may have lost its last counters
   */
  async function expectCharged(
    replies: readonly Reply[],
    { extra = 0, open = 0, crashedAt = -Infinity },
  ): Promise<void> {
    const answered = withStatus(replies, 200);
    const due = answered.length + drawnBefore + urls.length + extra;
    const unsynced = answered.filter(
      ({ sentAt, ms }) => sentAt + ms > crashedAt - unsyncedMs && sentAt < crashedAt,
    );
    await expect
      .poll(() => usageOf(urls[0]), { timeout: 5000, interval: 100 })
      .toBeLessThanOrEqual(due + open);
    expect(await usageOf(urls[0])).toBeGreaterThanOrEqual(due - unsynced.length);
  }

  const availability = (engine: string) =>
    Promise.all(replicas.both.map(({ metric }) => metric(`tierpress_engine_available{engine="${engine}"}`)));
  const statusesOf = (address: string) =>
    Promise.all(urls.map(async (url) => (await fetch(`${url}${address}`)).status));

  describe('while PostgreSQL', () => {
    const faults = {
      'is killed': {
        begin: () => replicas.postgres.kill(),
        end: () => replicas.postgres.start(),
        loses: true,
      },
      'is frozen': {
        begin: async () => replicas.postgres.freeze(),
        end: async () => replicas.postgres.resume(),
        loses: false,
      },
      'is frozen and killed': {
        begin: async () => replicas.postgres.freeze(),
        async end() {
          await replicas.postgres.kill();
          await replicas.postgres.start();
        },
        loses: true,
      },
      'is stopped': {
        begin: () => replicas.postgres.stop(),
        end: () => replicas.postgres.start(),
        loses: false,
      },
    };
    it.each(Object.entries(faults))('%s, fail fast, serve images and lose nothing', async (_, fault) => {
      const load = startBoth(4);
      await load.more(100);
      const created = await ask({ url: urls[0] }, 'POST', '/api/v1/keys', { cookie, body: { name: 'kept' } });
      const revoked = await ask({ url: urls[1] }, 'POST', '/api/v1/keys', { cookie, body: { name: 'gone' } });
      const headers = { Cookie: cookie };
      await fetch(`${urls[1]}/api/v1/keys/${revoked.body['id']}`, { method: 'DELETE', headers });
      const begunAt = performance.now();
      await fault.begin();
      await expect.poll(() => availability('postgres'), { timeout: 5000, interval: 20 }).toEqual([0, 0]);
      await load.more(100);
      expect(await statusesOf(path)).toEqual([200, 200]);
      expect(await statusesOf('/readyz')).toEqual([200, 200]);
      await fault.end();
      const recoveredMs = await recovered();
      await load.more(100);
      const replies = await load.stop();

      const failed = replies.filter(({ status }) => status !== 200);
      expectAway(failed, storeMs);
      expect(recoveredMs).toBeLessThan(recoveredWithinMs);
      expect(await availability('postgres')).toEqual([1, 1]);
      for (const url of urls) {
        expect(await statusOf(url, String(created.body['key']))).toBe(200);
        expect(await statusOf(url, String(revoked.body['key']))).toBe(401);
      }
      await expectCharged(replies, fault.loses ? { crashedAt: begunAt } : {});
    });

    it('fails over to another server with the same data, go on without a restart', async () => {
      const load = startBoth(4);
      await load.more(100);
      const begunAt = performance.now();
      await replicas.postgres.kill();
      await replicas.postgres.start();
      const recoveredMs = await recovered();
      await load.more(100);
      const replies = await load.stop();
      expectAway(
        replies.filter(({ status }) => status !== 200),
        storeMs,
      );
      expect(recoveredMs).toBeLessThan(recoveredWithinMs);
      await expectCharged(replies, { crashedAt: begunAt });
    });
  });

  describe('while S3', () => {
    const front = (mode: S3Mode) => async () => {
      replicas.s3Front.mode = mode;
    };
    const faults = {
      'is killed': { begin: () => replicas.swift.kill(), end: () => replicas.swift.start(), images: 503 },
      'is frozen': {
        begin: async () => replicas.swift.freeze(),
        end: async () => replicas.swift.resume(),
        images: 503,
      },
      'refuses the secret': { begin: front('wrong secret'), end: front('pass'), images: 503 },
      'asks for fewer requests': { begin: front('slow down'), end: front('pass'), images: 503 },
      'is full': { begin: () => replicas.swift.fill(), end: () => replicas.swift.clear(), images: 200 },
    };
    it.each(Object.entries(faults))('%s, answer from the cache and charge no failure', async (_, fault) => {
      const load = startBoth(2);
      await load.more(50);
      // The other tests need S3, whatever becomes of this one.
      onTestFailed(fault.end);
      await fault.begin();
      await expect.poll(() => availability('s3'), { timeout: 40_000, interval: 50 }).toEqual([0, 0]);
      for (const url of urls) await drawBoard(url, key, cached);
      await load.more(50);
      expect(await statusesOf(path)).toEqual([fault.images, fault.images]);
      expect(await statusesOf('/readyz')).toEqual([200, 200]);
      await fault.end();
      const recoveredMs = await recovered();
      const replies = await load.stop();
      expectAway(
        replies.filter(({ status }) => status !== 200),
        imagesMs,
      );
      expect(recoveredMs).toBeLessThan(recoveredWithinMs);
      // Reading is found to work again by the next read.
      await expect.poll(() => statusesOf(path), { timeout: 5000, interval: 100 }).toEqual([200, 200]);
      expect(await availability('s3')).toEqual([1, 1]);
      await expectCharged(replies, { extra: urls.length });
    });
  });

  describe('of which one is killed', () => {
    const draws = 'tierpress_render_stage_seconds_count{stage="draw"}';

    it('while it charges, break its open requests only', async () => {
      const clients = 8;
      const load = startTestLoad(
        Array.from({ length: clients }, () => () => postBoard(replicas.url, key, cached)),
      );
      await load.more(100);
      await replicas.both[0].end('SIGKILL');
      await load.more(100);
      await replicas.both[0].start();
      const replies = await load.stop();
      const broken = replies.filter(({ status }) => status !== 200);
      expect(broken.length).toBeLessThanOrEqual(clients);
      await expectCharged(replies, { extra: -urls.length, open: broken.length });
    });

    it('while it draws, leave its boards to the other', async () => {
      const before = await replicas.both[0].metric(draws);
      const asked = Array.from({ length: 8 }, newBoard);
      const open = asked.map((board) => postBoard(urls[0], key, board).catch(() => undefined));
      await expect.poll(() => replicas.both[0].metric(draws), { interval: 5 }).toBeGreaterThan(before);
      await replicas.both[0].end('SIGKILL');
      const answered = (await Promise.all(open)).filter((answer) => answer?.status === 200).length;
      expect(answered).toBeLessThan(asked.length);
      const start = performance.now();
      await Promise.all(asked.map((board) => drawBoard(urls[1], key, board)));
      expect(performance.now() - start).toBeLessThan(claimMs + 3000);
      const counted = drawnBefore + answered + asked.length;
      expect(await usageOf(urls[1])).toBeGreaterThanOrEqual(counted);
      expect(await usageOf(urls[1])).toBeLessThanOrEqual(counted + asked.length - answered);
      await replicas.both[0].start();
    });

    it('while it keeps an image, charge at most its open requests', async () => {
      const before = await replicas.both[0].metric(draws);
      const asked = Array.from({ length: 3 }, newBoard);
      replicas.swift.freeze();
      const open = asked.map((board) => postBoard(urls[0], key, board).catch(() => undefined));
      await expect.poll(() => replicas.both[0].metric(draws), { interval: 5 }).toBe(before + asked.length);
      await replicas.both[0].end('SIGKILL');
      replicas.swift.resume();
      expect(await Promise.all(open)).toEqual([undefined, undefined, undefined]);
      expect(await usageOf(urls[1])).toBeLessThanOrEqual(drawnBefore + asked.length);
      await replicas.both[0].start();
      await drawBoard(urls[0], key, newBoard());
    });
  });
});
