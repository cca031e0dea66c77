import { fork } from 'node:child_process';
import { once } from 'node:events';
import { heapOptions } from '../dist/workers/tuning.js';

/**
 * Starts a contestant in a process of its own. It handles one task at a time: wait for each answer before sending the
 * next task. If it exits early, the whole comparison fails.
 */
export async function start({ name, peer, module, way }) {
  const child = fork(new URL('./child.mjs', import.meta.url), [module, way], {
    serialization: 'advanced',
    // The heap size of a tierpress renderer, for all contestants.
    execArgv: ['--expose-gc', ...heapOptions],
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name}: its process ended (${signal ?? `exit status ${code}`})`);
  });
  ended.catch(() => {}); // It may exit at the end of the comparison.
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await answer();
  return {
    name,
    peer,
    pid: child.pid,
    ask(question) {
      child.send(question);
      return answer();
    },
    end: () => child.disconnect(),
  };
}
