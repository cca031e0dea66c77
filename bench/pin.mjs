import { execFileSync, spawnSync } from 'node:child_process';

const pinned = 'TIERPRESS_BENCH_PINNED';

/**
 * One thread each for libuv and takumi; and the allocators keep freed image buffers, rather than give them back to the
 * kernel and have them cleared and mapped again, as our service tells them for its renderers (`src/service/renderers.ts`).
 * Everybody runs with it, so that nobody is favoured.
 */
const environment = {
  UV_THREADPOOL_SIZE: '1',
  RAYON_NUM_THREADS: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '268435456',
  MALLOC_TOP_PAD_: '16777216',
  MIMALLOC_PURGE_DELAY: '-1',
};

/**
 * Runs this script again on one core and in that environment, both of which its child processes inherit, so that
 * wall time, CPU time and "cost of an image" are one thing for everybody. Answers how it went: a phrase for the
 * report.
 */
export function onOneCore() {
  const state = process.env[pinned];
  if (state !== undefined) return state;
  const self = [...process.execArgv, ...process.argv.slice(1)];
  const core = pinnableCore();
  const how = core === undefined ? 'not pinned to a core (no taskset here)' : `pinned to core ${core}`;
  const [command, args] =
    core === undefined ? [process.execPath, self] : ['taskset', ['-c', core, process.execPath, ...self]];
  const env = { ...process.env, ...environment, [pinned]: how };
  process.exit(spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1);
}

/** The last core this process may use: the first is where a machine's own chores tend to run. */
function pinnableCore() {
  try {
    const answer = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
    return /(\d+)\s*$/u.exec(answer)?.[1];
  } catch {
    return undefined;
  }
}
