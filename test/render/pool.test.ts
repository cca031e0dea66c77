import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { type RendererPool, startRendererPool } from '../../src/render/pool.ts';
import type { Loss } from '../../src/render/renderer-process.ts';
import { flavourBoard, orderOf } from '../support/boards.ts';

const script = new URL('../../dist/render/worker.js', import.meta.url);
const order = orderOf(flavourBoard(6, ['S', 'A']));
const pools: RendererPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function startPool(options: { size?: number; hangMs?: number } = {}) {
  const losses: Loss[] = [];
  let lost = () => {};
  const pool = startRendererPool({
    script,
    size: 1,
    rasteriser: 'resvg',
    pictureFolder: tmpdir(),
    ...options,
    onRestart: (loss) => {
      losses.push(loss);
      lost();
    },
  });
  pools.push(pool);
  const nextLoss = () => new Promise<void>((resolve) => (lost = resolve));
  return { pool, losses, nextLoss };
}

/** Process ids of the renderers that this test process has started. */
function renderers(): number[] {
  return childProcesses()
    .filter(({ command }) => command.includes('worker.js'))
    .map(({ pid }) => pid);
}

/** From /proc, which needs no program, or from ps where there is none (macOS). */
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
      return []; // It has ended meanwhile.
    }
  });
}

function kill(signal: NodeJS.Signals): void {
  for (const pid of renderers()) process.kill(pid, signal);
}

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error);

describe('the renderer pool', () => {
  test('is ready when its renderers are warm, and draws', async () => {
    const { pool } = startPool({ size: 2 });
    expect(pool.isReady()).toBe(false);
    await pool.ready;
    expect(pool.isReady()).toBe(true);
    expect(renderers()).toHaveLength(2);
    const picture = await pool.render(order, {});
    expect(Buffer.from(picture.bytes).toString('latin1', 8, 12)).toBe('WEBP');
    expect([picture.width, picture.height]).toEqual([1080, 1440]);
  });

  test('takes orders before it is ready and draws them when it is', async () => {
    const { pool } = startPool();
    expect((await pool.render(order, {})).width).toBe(1080);
  });

  test('a crash costs the picture being drawn and no other', async () => {
    const { pool, losses } = startPool();
    await pool.ready;
    const answers = Promise.allSettled([
      pool.render(order, {}),
      pool.render(order, {}),
      pool.render(order, {}),
    ]);
    kill('SIGKILL');
    const [first, ...others] = await answers;
    expect(first?.status === 'rejected' && codeOf(first.reason)).toBe('rendererFailed');
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(losses).toEqual(['crashed']);
  });

  test('a hung renderer is replaced after its time, even one that no signal but KILL ends', async () => {
    const { pool, losses } = startPool({ hangMs: 300 });
    await pool.ready;
    kill('SIGSTOP');
    await expect(pool.render(order, {})).rejects.toSatisfy((error) => codeOf(error) === 'rendererFailed');
    expect(losses).toEqual(['hung']);
    expect((await pool.render(order, {})).width).toBe(1080);
  });

  test('an idle renderer that dies is replaced and costs nobody anything', async () => {
    const { pool, losses, nextLoss } = startPool();
    await pool.ready;
    const lost = nextLoss();
    kill('SIGKILL');
    await lost;
    expect(pool.isReady()).toBe(false);
    expect((await pool.render(order, {})).width).toBe(1080);
    expect(losses).toEqual(['crashed']);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s to the whole group takes no picture away', async (signal) => {
    const { pool, losses } = startPool({ size: 2 });
    await pool.ready;
    const answers = Promise.all(Array.from({ length: 4 }, () => pool.render(order, {})));
    kill(signal);
    expect(await answers).toHaveLength(4);
    expect(losses).toEqual([]);
  });

  test('a bug in the engine fails its order and keeps the renderer', async () => {
    const { pool, losses } = startPool();
    await pool.ready;
    const [before] = renderers();
    const broken = orderOf(flavourBoard(1, ['S']), { theme: JSON.parse('"nosuch"') });
    await expect(pool.render(broken, {})).rejects.toThrow('unknown theme nosuch');
    expect((await pool.render(order, {})).width).toBe(1080);
    expect(renderers()).toEqual([before]);
    expect(losses).toEqual([]);
  });

  test('refuses what would wait too long, at once', async () => {
    const { pool } = startPool();
    const answers = Promise.allSettled(Array.from({ length: 70 }, () => pool.render(order, {})));
    await expect(pool.render(order, {})).rejects.toSatisfy((error) => codeOf(error) === 'noCapacity');
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(6);
  });

  test('closing finishes what it has, refuses what is new, and leaves no process behind', async () => {
    const { pool } = startPool();
    await pool.ready;
    const answers = Promise.all([pool.render(order, {}), pool.render(order, {})]);
    const closed = pool.close();
    await expect(pool.render(order, {})).rejects.toSatisfy((error) => codeOf(error) === 'noCapacity');
    expect(await answers).toHaveLength(2);
    await closed;
    expect(pool.isReady()).toBe(false);
    expect(renderers()).toEqual([]);
  });

  test('a renderer that cannot start is told to whoever waits for the pool', async () => {
    const pool = startRendererPool({
      script: new URL('nosuch.js', script),
      size: 1,
      rasteriser: 'resvg',
      pictureFolder: tmpdir(),
    });
    pools.push(pool);
    await expect(pool.ready).rejects.toThrow('the renderer process crashed');
    expect(pool.isReady()).toBe(false);
  });
});
