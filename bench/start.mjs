import { fork } from 'node:child_process';
import { once } from 'node:events';
import { heapOptions } from '../dist/workers/tuning.js';

/**
 * A contestant in a process of its own, ready to be asked. It does one thing at a time: ask only after its last
 * answer. Whatever ends it early is an error of the whole comparison.
 */
export async function start({ name, peer, module, way }) {
  const child = fork(new URL('./child.mjs', import.meta.url), [module, way], {
    serialization: 'advanced',
    // The heap of a tierpress renderer, for all contestants alike.
    execArgv: ['--expose-gc', ...heapOptions],
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name}: its process ended (${signal ?? `exit status ${code}`})`);
  });
  ended.catch(() => {}); // At the end of the comparison it may.
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await answer();
  return {
    name,
    peer,
    ask(question) {
      child.send(question);
      return answer();
    },
    end: () => child.disconnect(),
  };
}
