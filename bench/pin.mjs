import { execFileSync, spawnSync } from 'node:child_process';
import { allocatorVariables } from '../dist/workers/tuning.js';

const pinned = 'TIERPRESS_BENCH_PINNED';

/**
 * One thread each for libuv and takumi, and the allocator settings of a tierpress renderer, the same for all
 * contestants.
 */
const environment = { UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1', ...allocatorVariables };

/**
 * Runs this script again on one core and in that environment. Child processes inherit both, so that wall time and CPU
 * time are comparable between contestants. Returns the outcome as a phrase for the report.
 */
export function onOneCore() {
  const state = process.env[pinned];
  if (state !== undefined) return state;
  const self = [...process.execArgv, ...process.argv.slice(1)];
  const core = pinnableCore();
  const how = core === undefined ? 'not pinned to a core (no taskset here)' : `pinned to core ${core}`;
  const [command, args] =
    core === undefined ? [process.execPath, self] : ['taskset', ['-c', core, process.execPath, ...self]];
  const env = { ...environment, ...process.env, [pinned]: how };
  process.exit(spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1);
}

/** Returns the last core that this process may use: system tasks tend to run on the first. */
function pinnableCore() {
  try {
    const answer = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
    return /(\d+)\s*$/u.exec(answer)?.[1];
  } catch {
    return undefined;
  }
}
