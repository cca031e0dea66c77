import type { Config } from '../config/config.ts';
import { built } from '../files/package-files.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import { type RendererPool, type RendererPoolOptions, startRendererPool } from '../workers/pool.ts';
import type { ExitReason } from '../workers/renderer-process.ts';
import { photoFolderOf } from './photo-folder.ts';

/** Who is told what the renderers do: see RendererPoolOptions. */
interface RendererObserver {
  readonly job: NonNullable<RendererPoolOptions['onJob']>;
  readonly restart: NonNullable<RendererPoolOptions['onRestart']>;
}

/** The renderers of a service. */
export interface Renderers extends RendererPool {
  /** They start before there is anybody to tell: losses until then are told now. */
  observe(observer: RendererObserver): void;
}

/**
 * glibc gives an image-sized buffer back to the kernel as soon as it is freed, and the next picture pays for
 * having it cleared and mapped again. Kept, a picture is a fifth cheaper (`npm run bench` runs with the same). What one
 * thread has freed another may use only within one arena, and a renderer's threads work one after the other: with an arena
 * for each of them it would take twice the memory.
 * Ignored by other C libraries; whoever runs the service may set something else.
 */
const glibc = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '268435456',
  MALLOC_TOP_PAD_: '16777216',
};

/** resvg brings an allocator of its own, which does likewise after 10 ms. Kept, a picture is a twentieth cheaper. */
const mimalloc = { MIMALLOC_PURGE_DELAY: '-1' };

/**
 * V8 marks a whole heap anew when less is left of its limit than its young generation may take. A renderer keeps some 20 MB
 * of objects, and with the limits that V8 chooses for so little, that is once for every board with pictures: a sixth of
 * what the board costs. With these, in MB, it is once in thirty boards, and a renderer takes no more memory than before.
 * (`npm run bench` gives everybody the same.)
 */
const heap = ['--initial-old-space-size=64', '--max-semi-space-size=4'];

/**
 * V8 compiles on threads of its own, four of them. As many as there are cores draw already, one in each renderer: with more
 * than one thread beside each, a picture drawn while V8 still compiles waits for a core.
 */
const threads = ['--v8-pool-size=1'];

/**
 * They connect to nobody. With this variable set, Node reads and parses all the certificates that it names while it starts,
 * which takes as long as the rest of Node's own start.
 */
const withoutCertificates = { NODE_EXTRA_CA_CERTS: undefined };

/** Starts the renderer processes that the configuration asks for. @param themes absent: the built-in ones */
export function startRenderers(config: Config, themes?: ThemeSet): Renderers {
  let observer: RendererObserver | undefined;
  const untold: ExitReason[] = [];
  const pool = startRendererPool({
    script: built.renderer,
    size: config.renderers,
    rasteriser: config.rasteriser,
    photoFolder: photoFolderOf(config),
    ...(themes && { themes }),
    nodeOptions: [...heap, ...threads],
    env: { ...glibc, ...mimalloc, ...process.env, ...withoutCertificates },
    onJob: (kind, times) => observer?.job(kind, times),
    onRestart(exitReason) {
      if (observer) observer.restart(exitReason);
      else untold.push(exitReason);
    },
  });
  return {
    ...pool,
    observe(told) {
      observer = told;
      for (const exitReason of untold.splice(0)) told.restart(exitReason);
    },
  };
}
