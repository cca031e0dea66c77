import { mkdirSync, readdirSync } from 'node:fs';
import module from 'node:module';
import { platform, setPriority } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Every setting of allocators, V8 and the scheduler, with the benchmark that shows its worth. To try another value of a
// variable, set it in the environment of that command.

/**
 * glibc returns an image-sized buffer to the kernel as soon as it is freed, and the next image pays for clearing and mapping
 * it again. Without that an image costs a fifth less. One arena, because a renderer's threads take turns: an arena for each
 * thread would double its memory. Other C libraries ignore these variables. `npm run --prefix bench bench` and `memory`
 */
const glibc = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '268435456',
  MALLOC_TOP_PAD_: '16777216',
};

/** The allocator inside resvg returns memory after 10 ms; without that an image costs 5 % less. `npm run --prefix bench bench` */
const mimalloc = { MIMALLOC_PURGE_DELAY: '-1' };

/** @public bench/ runs all contestants with them. */
export const allocatorVariables = { ...glibc, ...mimalloc };

const heapGrowth = '--heap-growing-percent=40';

/**
 * V8 marks the whole heap when less is left of its limit than its young generation may take. A renderer holds about 20 MB of
 * objects, and with V8's default limits for so little that happens for every board with photos, at a sixth of the board's
 * cost. With these limits, in MB, it happens once in thirty boards, in the same memory. `npm run --prefix bench pictures`
 *
 * Above these limits the heap grows by two fifths of what is in use before it is marked again. V8 would let it grow
 * to several times that, and a renderer would hold 130 MB more after dear boards. `npm run --prefix bench hostile`
 *
 * @public bench/ runs all contestants with them.
 */
export const heapOptions = ['--initial-old-space-size=64', '--max-semi-space-size=4', heapGrowth];

/** Limits the heap of this process like that of a renderer: it would hold 60 MB more. `npm run --prefix bench memory` */
export function limitHeapGrowth(): void {
  setFlagsFromString(heapGrowth);
}

/**
 * V8 compiles on four threads of its own. There are as many renderers as cores: with more than one such thread in each, an
 * image that is drawn while V8 compiles waits for a core. `npm run --prefix bench startup`
 */
const compilerThreads = '--v8-pool-size=1';

/** Options of Node.js for renderer processes. */
export const rendererOptions: readonly string[] = [...heapOptions, compilerThreads];

/**
 * Threads in which sharp processes one image. A renderer does one thing at a time and there is one for each core, so more
 * threads would take cores from other renderers. `npm run --prefix bench saturate`
 */
export const sharpThreads = 1;

/** Niceness of a renderer; 0 is the default and 19 the lowest priority. */
const rendererNiceness = 5;

/**
 * The environment of renderer processes. What the operator has set comes first, except for NODE_EXTRA_CA_CERTS: renderers
 * connect to nothing, and Node.js would parse these certificates for as long as the rest of its start takes.
 * `npm run --prefix bench startup`
 */
export function rendererEnvironment(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  return {
    ...allocatorVariables,
    NODE_COMPILE_CACHE: codeFolder(dataDir),
    ...env,
    NODE_EXTRA_CA_CERTS: undefined,
  };
}

/**
 * Lets Node.js 22.1 and later store the code that V8 compiles, for the next start. Without effect on Node.js 20 and where
 * the folder cannot be written. `npm run --prefix bench startup`
 */
export function storeCompiledCode(dataDir: string): void {
  const enable: unknown = Reflect.get(module, 'enableCompileCache');
  if (typeof enable !== 'function') return;
  const folder = codeFolder(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enable(folder);
  } catch {
    // A folder that cannot be written costs the next start its compilation.
  }
}

function codeFolder(dataDir: string): string {
  return join(dataDir, 'cache', 'code');
}

/**
 * Lowers the priority of a renderer below that of the service: while all cores draw, a refusal or a cached image does not
 * wait for them. On an idle machine a process of lower priority is as fast as any. `npm run --prefix bench saturate`
 */
export function lowerPriority(pid: number): void {
  try {
    for (const thread of threadsOf(pid)) setPriority(thread, rendererNiceness);
  } catch {
    // The process has ended already, or the system does not allow it: renderers work with any priority.
  }
}

/** On Linux each thread has a priority of its own, which the threads that it starts inherit. */
function threadsOf(pid: number): readonly number[] {
  return platform() === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
