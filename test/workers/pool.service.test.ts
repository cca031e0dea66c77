import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { built } from '../../src/files/package-files.ts';
import { Failure } from '../../src/model/failure.ts';
import { type RendererPool, type RendererPoolOptions, startRendererPool } from '../../src/workers/pool.ts';
import type { ExitReason } from '../../src/workers/renderer-process.ts';
import { flavourBoard, specOf } from '../support/boards.ts';
import { costly, inFull, sampleOf } from '../support/runs.ts';

const script = built.renderer;
const failingScript = fileURLToPath(new URL('../support/failing-worker.mjs', import.meta.url));
/** Makes boards that take the time in their titles. */
const slowJobs = ['--import', new URL('../support/slow-jobs.mjs', import.meta.url).href];
const spec = specOf(flavourBoard(6, ['S', 'A']));
const titled = (title: string) => specOf({ ...flavourBoard(6, ['S', 'A']), title });
const call = { owner: 'a' };
/** A photo that was never downloaded: the renderer reports an error at once. */
const photo = { digest: '0'.repeat(64), file: '/nowhere', tilesFolder: '/nowhere' };
const size = { width: 100, height: 100 };
const pools: RendererPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function startPool(options: Partial<RendererPoolOptions> = {}) {
  const losses: ExitReason[] = [];
  const jobs: string[] = [];
  let lost = () => {};
  const pool = startRendererPool({
    script,
    size: 1,
    rasteriser: 'resvg',
    warmUp: inFull,
    ...options,
    onRestart: (exitReason) => {
      losses.push(exitReason);
      lost();
    },
    onJob: (kind) => jobs.push(kind),
  });
  pools.push(pool);
  const nextLoss = () => new Promise<void>((resolve) => (lost = resolve));
  return { pool, losses, jobs, nextLoss };
}

/** Process ids of the renderers that this test process has started. */
function renderers(): number[] {
  return childProcesses()
    .filter(({ command }) => command.includes('worker.js'))
    .map(({ pid }) => pid);
}

/** Reads /proc, or calls ps where /proc does not exist (macOS). */
function childProcesses(): { readonly pid: number; readonly command: string }[] {
  if (!existsSync('/proc/self/stat')) {
    const list = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
    return list.split('\n').flatMap((line) => {
      const [, parent, pid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(parent) === process.pid ? [{ pid: Number(pid), command }] : [];
    });
  }
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return Number(parent) === process.pid ? [{ pid: Number(name), command }] : [];
    } catch {
      return []; // The process has exited in the meantime.
    }
  });
}

function kill(signal: NodeJS.Signals): void {
  for (const pid of renderers()) process.kill(pid, signal);
}

/** A caller who may leave, with any number of calls. */
function caller(owner: string) {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const reason = new Error(`${owner} has gone away`);
  return { call: { owner, signal: controller.signal }, leave: () => controller.abort(reason), reason };
}

/** Resolves when an idle renderer has the job that was just added. */
const taken = () => new Promise<void>((resolve) => setImmediate(resolve));

const busy = { code: 'noCapacity', message: 'no renderer is free at the moment', retryAfter: 1 };

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error);

describe('the renderer pool', () => {
  test.each([true, false])('becomes ready and draws (warm-up: %s)', async (warmUp) => {
    const { pool } = startPool({ size: 2, warmUp });
    expect(pool.isReady()).toBe(false);
    await pool.ready;
    expect(pool.isReady()).toBe(true);
    expect(renderers()).toHaveLength(2);
    const image = await pool.render(spec, {}, call);
    expect(Buffer.from(image.bytes).toString('latin1', 8, 12)).toBe('WEBP');
    expect([image.width, image.height]).toEqual([1080, 1440]);
  });

  test('runs every thread of a renderer at a lower priority than the service', async () => {
    const { pool } = startPool();
    await pool.ready;
    const threads = renderers().flatMap((pid) =>
      existsSync('/proc/self/task') ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid],
    );
    expect(threads).not.toEqual([]);
    expect(new Set(threads.map((thread) => getPriority(thread) - getPriority()))).toEqual(new Set([5]));
  });

  test('accepts jobs before it is ready and draws them once it is', async () => {
    const { pool } = startPool();
    expect((await pool.render(spec, {}, call)).width).toBe(1080);
  });

  test('fails only the job of a renderer that crashes', async () => {
    const { pool, losses } = startPool();
    await pool.ready;
    const answers = Promise.allSettled([
      pool.render(spec, {}, call),
      pool.render(spec, {}, call),
      pool.render(spec, {}, call),
    ]);
    kill('SIGKILL');
    const [first, ...others] = await answers;
    expect(first?.status === 'rejected' && codeOf(first.reason)).toBe('rendererFailed');
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(losses).toEqual(['crashed']);
  });

  test('replaces a hung renderer after the time limit, even one that only SIGKILL ends', async () => {
    const { pool, losses } = startPool({ hangMs: 300 });
    await pool.ready;
    kill('SIGSTOP');
    await expect(pool.render(spec, {}, call)).rejects.toSatisfy(
      (error) => codeOf(error) === 'rendererFailed',
    );
    expect(losses).toEqual(['hung']);
    expect((await pool.render(spec, {}, call)).width).toBe(1080);
  });

  test('replaces an idle renderer that exits, without failing a job', async () => {
    const { pool, losses, nextLoss } = startPool();
    await pool.ready;
    const lost = nextLoss();
    kill('SIGKILL');
    await lost;
    expect(pool.load().warm).toBe(0);
    // The replacement takes about a second, and requests wait for it.
    expect(pool.isReady()).toBe(true);
    expect((await pool.render(spec, {}, call)).width).toBe(1080);
    expect(losses).toEqual(['crashed']);
  });

  test.each(sampleOf(['SIGINT', 'SIGTERM'] as const))(
    'finishes its jobs after %s to the whole process group',
    async (signal) => {
      const { pool, losses } = startPool({ size: 2 });
      await pool.ready;
      const answers = Promise.all(Array.from({ length: 4 }, () => pool.render(spec, {}, call)));
      kill(signal);
      expect(await answers).toHaveLength(4);
      expect(losses).toEqual([]);
    },
  );

  test('keeps a renderer whose job fails because of a bug in the engine', async () => {
    const { pool, losses } = startPool();
    await pool.ready;
    const [before] = renderers();
    const broken = specOf(flavourBoard(1, ['S']), { theme: JSON.parse('"nosuch"') });
    await expect(pool.render(broken, {}, call)).rejects.toThrow('unknown theme nosuch');
    expect((await pool.render(spec, {}, call)).width).toBe(1080);
    expect(renderers()).toEqual([before]);
    expect(losses).toEqual([]);
  });

  test('refuses jobs at once when its queue is full', async () => {
    const { pool } = startPool();
    const answers = Promise.allSettled(Array.from({ length: 70 }, () => pool.render(spec, {}, call)));
    await expect(pool.render(spec, {}, call)).rejects.toSatisfy((error) => codeOf(error) === 'noCapacity');
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(6);
  });

  test('finishes accepted jobs, refuses new ones and leaves no process behind when it is closed', async () => {
    const { pool } = startPool();
    await pool.ready;
    const answers = Promise.all([pool.render(spec, {}, call), pool.render(spec, {}, call)]);
    const closed = pool.close();
    await expect(pool.render(spec, {}, call)).rejects.toSatisfy((error) => codeOf(error) === 'noCapacity');
    expect(await answers).toHaveLength(2);
    await closed;
    expect(pool.isReady()).toBe(false);
    expect(renderers()).toEqual([]);
  });

  test('ends starting renderers at once when it is closed, and reports no exit', async () => {
    const { pool, losses } = startPool();
    await pool.close();
    await expect(pool.ready).rejects.toThrow('the renderer process crashed');
    expect(losses).toEqual([]);
    expect(renderers()).toEqual([]);
  });

  test.each(sampleOf([2, 1]))(
    'replaces a renderer that exits while warming up (%i in a row), and becomes ready',
    async (times) => {
      const { pool, losses, nextLoss } = startPool({ size: 2, warmUp: true });
      for (let time = 0; time < times; time++) {
        const lost = nextLoss();
        await vi.waitFor(() => expect(renderers().length).toBeGreaterThan(0));
        process.kill(renderers()[0] ?? 0, 'SIGKILL');
        await lost;
      }
      await pool.ready;
      expect(pool.load().warm).toBe(2);
      expect(losses).toEqual(Array(times).fill('crashed'));
      expect((await pool.render(spec, {}, call)).width).toBe(1080);
    },
  );

  test('rejects ready when a renderer cannot start three times in a row', costly, async () => {
    const { pool } = startPool({ script: join(dirname(script), 'nosuch.js') });
    await expect(pool.ready).rejects.toMatchObject({
      name: 'Failure',
      message: 'a renderer failed to start 3 times in a row: the renderer process crashed (exit status 1)',
    });
    expect(pool.isReady()).toBe(false);
  });

  test('rejects ready with the cause when a renderer cannot draw', costly, async () => {
    const { pool } = startPool({ script: failingScript, warmUp: true });
    await expect(pool.ready).rejects.toThrow(/3 times in a row: the renderer process crashed \(no ink\)$/);
    expect(pool.isReady()).toBe(false);
  });
});

describe('the CPU limit of a job', () => {
  const cpuMs = 1_000;
  const slowPool = (options: Partial<RendererPoolOptions> = {}) =>
    startPool({ warmUp: true, nodeOptions: slowJobs, cpuMs, ...options });

  test(
    'stops a job that uses it up as the fault of its caller, and the next is drawn within half a second',
    costly,
    async () => {
      // The replacement needs about a second of CPU time, which it has while the second half of the limit is used.
      const { pool, losses } = slowPool({ cpuMs: 4_000 });
      await pool.ready;
      const stopped = pool.render(titled('spin'), {}, call).catch((error: unknown) => error);
      const next = pool.render(spec, {}, call);
      expect(await stopped).toMatchObject({
        code: 'invalidRequest',
        message: 'The board takes too long to draw; use shorter texts or fewer items',
      });
      const stoppedAt = performance.now();
      expect(pool.isReady()).toBe(true);
      expect((await next).width).toBe(1080);
      expect(performance.now() - stoppedAt).toBeLessThan(500);
      expect(losses).toEqual(['overran']);
      expect(renderers()).toHaveLength(1);
    },
  );

  test('stops two jobs at the same time and serves the next ones', costly, async () => {
    const { pool, losses } = slowPool({ size: 2 });
    await pool.ready;
    const spinning = Array.from({ length: 2 }, () => pool.render(titled('spin'), {}, call));
    const stopped = Promise.allSettled(spinning);
    const next = Promise.all([pool.render(spec, {}, call), pool.render(spec, {}, call)]);
    for (const result of await stopped)
      expect(result.status === 'rejected' && codeOf(result.reason)).toBe('invalidRequest');
    expect(pool.isReady()).toBe(true);
    expect(await next).toHaveLength(2);
    expect(losses).toEqual(['overran', 'overran']);
  });

  test(
    'lets a job finish that has used most of it, and ends the process that would have replaced its renderer',
    costly,
    async () => {
      const { pool, losses } = slowPool({ cpuMs: 2_000 });
      await pool.ready;
      const before = renderers();
      const slow = pool.render(titled('spin 1400'), {}, call);
      await vi.waitFor(() => expect(renderers()).toHaveLength(2), { timeout: 20_000 });
      expect((await slow).width).toBe(1080);
      expect((await pool.render(spec, {}, call)).width).toBe(1080);
      expect(renderers()).toEqual(before);
      expect(losses).toEqual([]);
    },
  );

  test.runIf(existsSync('/proc/self/stat'))('is not used up by a job that waits', costly, async () => {
    const { pool, losses } = slowPool();
    await pool.ready;
    expect((await pool.render(titled('block 2500'), {}, call)).width).toBe(1080);
    expect(losses).toEqual([]);
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'is not used up by a job that gets no core for a while',
    costly,
    async () => {
      const { pool, losses } = slowPool();
      await pool.ready;
      const slow = pool.render(titled('spin 500'), {}, call);
      for (let pause = 0; pause < 4; pause++) {
        kill('SIGSTOP');
        await wait(600);
        kill('SIGCONT');
        await wait(60);
      }
      expect((await slow).width).toBe(1080);
      expect(losses).toEqual([]);
    },
  );

  test('leaves no process behind when the pool is closed during a slow job', costly, async () => {
    const { pool } = slowPool();
    await pool.ready;
    const stopped = pool.render(titled('spin'), {}, call).catch(codeOf);
    await vi.waitFor(() => expect(renderers()).toHaveLength(2), { timeout: 20_000 });
    await pool.close();
    expect(await stopped).toBe('invalidRequest');
    expect(renderers()).toEqual([]);
  });
});

describe('a caller who leaves', () => {
  test('before the call is rejected with the reason', async () => {
    const { pool } = startPool();
    const { call, leave, reason } = caller('a');
    leave();
    await expect(pool.render(spec, {}, call)).rejects.toBe(reason);
    await expect(pool.measure(spec, call)).rejects.toBe(reason);
    await expect(pool.preparePhoto(photo, size, call)).rejects.toBe(reason);
    expect(pool.load().waiting).toBe(0);
  });

  test('while waiting is rejected with the reason, and takes no time from a renderer', async () => {
    const { pool, jobs } = startPool();
    const { call: gone, leave, reason } = caller('a');
    const answers = Promise.allSettled([
      pool.render(spec, {}, gone),
      pool.measure(spec, gone),
      pool.preparePhoto(photo, size, gone),
    ]);
    const stays = pool.render(spec, {}, call);
    leave();
    expect(await answers).toEqual(Array(3).fill({ status: 'rejected', reason }));
    expect(pool.load().waiting).toBe(1);
    await stays;
    expect(jobs).toEqual(['draw']);
  });

  test('just as a renderer takes the job does not keep the renderer busy', async () => {
    const { pool, jobs } = startPool();
    await pool.ready;
    const { call: gone, leave, reason } = caller('a');
    const answer = pool.render(spec, {}, gone);
    leave();
    await expect(answer).rejects.toBe(reason);
    await pool.measure(spec, call);
    expect(jobs).toEqual(['measure']);
  });

  test('during the drawing is rejected at once, and the renderer finishes before its next job', async () => {
    const { pool, jobs, losses } = startPool();
    await pool.ready;
    const before = renderers();
    kill('SIGSTOP');
    const { call: gone, leave, reason } = caller('a');
    const answer = pool.render(spec, {}, gone);
    const next = pool.measure(spec, call);
    await taken();
    leave();
    await expect(answer).rejects.toBe(reason);
    expect(pool.load()).toEqual({ waiting: 1, busy: 1, size: 1, warm: 1 });
    expect(jobs).toEqual([]);
    kill('SIGCONT');
    expect((await next).sizes).toEqual([]);
    expect(jobs).toEqual(['draw', 'measure']);
    expect(renderers()).toEqual(before);
    expect(losses).toEqual([]);
  });

  test('while a photo is prepared still has the result reported to the late callback', async () => {
    const { pool } = startPool();
    await pool.ready;
    kill('SIGSTOP');
    const { call: gone, leave, reason } = caller('a');
    const late: unknown[] = [];
    const answer = pool.preparePhoto(photo, size, { ...gone, onLate: (outcome) => late.push(outcome) });
    await taken();
    leave();
    await expect(answer).rejects.toBe(reason);
    kill('SIGCONT');
    await pool.measure(spec, call);
    expect(late).toEqual([{ kind: 'lost' }]);
  });

  test('does not prevent the replacement of a renderer that hangs', costly, async () => {
    const { pool, nextLoss, losses } = startPool({ hangMs: 1000 });
    await pool.ready;
    kill('SIGSTOP');
    const lost = nextLoss();
    const { call: gone, leave, reason } = caller('a');
    const answer = pool.render(spec, {}, gone);
    await taken();
    leave();
    await expect(answer).rejects.toBe(reason);
    await lost;
    expect(losses).toEqual(['hung']);
    expect((await pool.render(spec, {}, call)).width).toBe(1080);
  });
});

describe('the renderer pool under load', () => {
  test('does not delay one owner for a hundred jobs of another', async () => {
    const { pool } = startPool();
    await pool.ready;
    const many = caller('many');
    const done: string[] = [];
    const hundred = Promise.allSettled(
      Array.from({ length: 100 }, async () => {
        await pool.render(spec, {}, many.call);
        done.push('many');
      }),
    );
    await pool.render(spec, {}, { owner: 'one' }).then(() => done.push('one'));
    expect(done).toContain('one');
    expect(done.length).toBeLessThanOrEqual(3);
    many.leave();
    const refused = (await hundred).filter((spec) => spec.status === 'rejected');
    // Of the hundred jobs one is being drawn and 64 wait; one of these is refused in favour of the other owner's.
    expect(refused.filter(({ reason }) => codeOf(reason) === 'noCapacity')).toHaveLength(36);
  });

  test('refuses the newest jobs of the owner with the most waiting', async () => {
    const { pool } = startPool();
    const [many, one] = [caller('many'), caller('one')];
    const orders = Array.from({ length: 64 }, (_, index) =>
      // Measuring and drawing share one bound.
      index % 2 ? pool.measure(spec, many.call) : pool.render(spec, {}, many.call),
    );
    const answers = Promise.allSettled(orders);
    const other = pool.render(spec, {}, one.call);
    await expect(orders.at(-1)).rejects.toMatchObject(busy);
    await expect(pool.render(spec, {}, many.call)).rejects.toMatchObject(busy);
    expect(pool.load().waiting).toBe(64);
    many.leave();
    expect(pool.load().waiting).toBe(1);
    const reasons = (await answers).map((spec) => spec.status === 'rejected' && spec.reason);
    expect(reasons.filter((reason) => reason === many.reason)).toHaveLength(63);
    expect((await other).width).toBe(1080);
  });

  test('bounds waiting photos separately from boards', async () => {
    const { pool } = startPool();
    const { call, leave } = caller('a');
    const answers = Promise.allSettled(
      Array.from({ length: 256 }, () => pool.preparePhoto(photo, size, call)),
    );
    await expect(pool.preparePhoto(photo, size, call)).rejects.toMatchObject(busy);
    const board = pool.render(spec, {}, { owner: 'a' });
    expect(pool.load().waiting).toBe(257);
    leave();
    await answers;
    expect((await board).width).toBe(1080);
  });

  test('alternates boards with the photos of other owners', async () => {
    const { pool, jobs } = startPool();
    const photos = Array.from({ length: 5 }, () => pool.preparePhoto(photo, size, call));
    const boards = Array.from({ length: 2 }, () => pool.render(spec, {}, call));
    await Promise.all([...photos, ...boards]);
    expect(jobs).toEqual(['prepare', 'draw', 'prepare', 'draw', 'prepare', 'prepare', 'prepare']);
  });

  test('gives jobs of low priority only what all others leave', async () => {
    const { pool, jobs } = startPool();
    const low = { owner: 'a', priority: 'low' } as const;
    const previews = Array.from({ length: 2 }, () => pool.svg(spec, low));
    const encoded = pool.encodePhoto(photo, size, low);
    const others = [
      pool.measure(spec, call),
      pool.render(spec, {}, call),
      pool.preparePhoto(photo, size, call),
    ];
    await Promise.all([...previews, encoded, ...others]);
    expect(jobs).toEqual(['prepare', 'measure', 'draw', 'svg', 'svg', 'encode']);
  });

  test('keeps one of several renderers free from jobs of low priority', async () => {
    const { pool, jobs } = startPool({ size: 2 });
    await pool.ready;
    kill('SIGSTOP');
    const low = { owner: 'a', priority: 'low' } as const;
    const previews = Promise.all([pool.svg(spec, low), pool.svg(spec, low)]);
    await taken();
    expect(pool.load()).toMatchObject({ waiting: 1, busy: 1 });
    const image = pool.render(spec, {}, call);
    await taken();
    expect(pool.load()).toMatchObject({ waiting: 1, busy: 2 });
    kill('SIGCONT');
    expect((await image).width).toBe(1080);
    expect((await previews).map(({ links }) => links)).toEqual([[], []]);
    expect(jobs.sort()).toEqual(['draw', 'svg', 'svg']);
  });

  test('reports the CPU time of a job, and the limit for one that exceeds it', costly, async () => {
    const { pool } = startPool({ cpuMs: 300, nodeOptions: slowJobs });
    const used: number[] = [];
    const counting = { ...call, onCpuTime: (ms: number) => void used.push(ms) };
    await pool.svg(titled('spin 50'), counting);
    await expect(pool.svg(titled('spin'), counting)).rejects.toMatchObject({ code: 'invalidRequest' });
    expect(used).toEqual([expect.any(Number), 300]);
    expect(used[0]).toBeGreaterThan(1);
  });

  test('reports its load and the times of its jobs', async () => {
    const times: { readonly kind: string; readonly waitedMs: number; readonly ranMs: number }[] = [];
    const pool = startRendererPool({
      script,
      size: 1,
      rasteriser: 'resvg',
      onJob: (kind, { waitedMs, ranMs }) => times.push({ kind, waitedMs, ranMs }),
    });
    pools.push(pool);
    const start = performance.now();
    const early = pool.render(spec, {}, call);
    expect(pool.load()).toEqual({ waiting: 1, busy: 0, size: 1, warm: 0 });
    await early;
    expect(pool.load()).toEqual({ waiting: 0, busy: 0, size: 1, warm: 1 });
    const [drawn] = times;
    expect(drawn?.kind).toBe('draw');
    expect(drawn?.waitedMs).toBeGreaterThan(drawn?.ranMs ?? 0); // The wait includes the start of the renderer.
    expect(drawn?.ranMs).toBeGreaterThan(0);
    expect((drawn?.waitedMs ?? 0) + (drawn?.ranMs ?? 0)).toBeLessThanOrEqual(performance.now() - start);
    const [first, second] = [pool.render(spec, {}, call), pool.render(spec, {}, call)];
    expect(pool.load()).toEqual({ waiting: 1, busy: 1, size: 1, warm: 1 });
    await Promise.all([first, second]);
    const [, , last] = times;
    expect(last?.waitedMs).toBeGreaterThanOrEqual(times[1]?.ranMs ?? Number.NaN);
  });
});
