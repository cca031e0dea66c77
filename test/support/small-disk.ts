import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '../../src/model/error-code.ts';

/** A file system of a few megabytes in its own namespace: filling it affects nothing else. */
export interface SmallDisk {
  /** Its path for the processes in the namespace. */
  readonly path: string;
  /** The same folder, as seen from this process. */
  readonly seen: string;
  /** The command to put before another so that it runs in the namespace. */
  readonly enter: readonly string[];
  /** Takes all the free space. */
  fill(): Promise<void>;
  /** Frees the space again. */
  clear(): Promise<void>;
  remount(mode: 'ro' | 'rw' | 'noexec'): void;
  close(): Promise<void>;
}

/** Returns why small disks are unavailable, or undefined when they are available. */
export function noSmallDisk(): string | undefined {
  const { status, stderr, error } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-ec', 'mount -t tmpfs tmpfs /tmp && command -v nsenter'],
    { encoding: 'utf8' },
  );
  if (status === 0) return undefined;
  return (error?.message ?? stderr).trim().split('\n')[0] || `exit status ${status}`;
}

export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'tierpress-disk-'));
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=0700 tmpfs "$1" && echo mounted && exec cat`;
  // The process keeps the namespace until its input ends: with this process at the latest.
  const keeper = spawn('unshare', ['-rm', 'sh', '-ec', script, 'sh', path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'close');
  await once(keeper.stdout, 'data');
  const enter = ['nsenter', '-t', `${keeper.pid}`, '-U', '-m', '--preserve-credentials'];
  const seen = join(`/proc/${keeper.pid}/root`, path);
  const filler = join(seen, 'filler');
  return {
    path,
    seen,
    enter,
    async fill() {
      const file = await open(filler, 'a');
      const page = Buffer.alloc(4096);
      try {
        for (;;) await file.write(page);
      } catch (error) {
        if (!hasCode(error, 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    clear: () => rm(filler, { force: true }),
    remount(mode) {
      const [program = '', ...args] = enter;
      const { status, stderr } = spawnSync(program, [...args, 'mount', '-o', `remount,${mode}`, path], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`The disk could not be mounted anew: ${stderr}`);
    },
    async close() {
      keeper.stdin.end();
      await ended;
      await rm(path, { recursive: true, force: true });
    },
  };
}
