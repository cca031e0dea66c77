import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds that the threads of a process have run, and that they have waited for a core although they could have,
 * as /proc says: what others do on the machine shows in the second figure alone.
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

/** The process ids of those that a process has started. */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
