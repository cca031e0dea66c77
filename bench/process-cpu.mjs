import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the milliseconds that the threads of a process have run, and that they have waited for a core while
 * runnable, according to /proc. Other load on the machine affects only the second figure.
 */
export function cpuOf(pid) {
  let ran = 0;
  let waited = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onCore, inLine] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    ran += Number(onCore) / 1e6;
    waited += Number(inLine) / 1e6;
  }
  return { ran, waited };
}

/** Returns the ids of a process's children. */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
