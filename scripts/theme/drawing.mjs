// A queue of boards, drawn one at a time by a separate process.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('drawer.mjs', import.meta.url));

/** Time limit of a board, in milliseconds. */
const timeoutMs = 30_000;

export function startDrawing() {
  const waiting = [];
  let child;
  let current;

  function next() {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    child ??= start();
    current.timer = setTimeout(() => child?.kill('SIGKILL'), timeoutMs);
    child.send(current.job);
  }

  function done(settle) {
    const job = current;
    current = undefined;
    clearTimeout(job?.timer);
    if (job !== undefined) settle(job);
    next();
  }

  function start() {
    const started = fork(script, [], { serialization: 'advanced' });
    started.on('message', ({ problem, ...drawn }) =>
      done(({ resolve, reject }) => (problem === undefined ? resolve(drawn) : reject(new Error(problem)))),
    );
    started.on('exit', () => {
      child = undefined;
      done(({ reject }) => reject(new Error('the process that draws has ended, or took too long')));
    });
    return started;
  }

  return {
    /**
     * @param job the message to the drawing process
     * @param signal aborted when the client has disconnected: a waiting job is then removed
     * @returns the image's bytes, and its warnings
     */
    draw(job, signal) {
      return new Promise((resolve, reject) => {
        const entry = { job, resolve, reject };
        signal.addEventListener('abort', () => {
          const place = waiting.indexOf(entry);
          if (place !== -1) waiting.splice(place, 1);
          reject(signal.reason);
        });
        waiting.push(entry);
        next();
      });
    },
    end() {
      waiting.length = 0;
      // Otherwise the process would not exit before the time limit of the board that is being drawn.
      clearTimeout(current?.timer);
      child?.removeAllListeners('exit');
      child?.kill('SIGKILL');
    },
  };
}
