// Boards to be drawn, one at a time, by a process of its own.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('drawer.mjs', import.meta.url));

/** A board that takes longer than this, in milliseconds, hangs. */
const longest = 30_000;

export function startDrawing() {
  const waiting = [];
  let child;
  let current;

  function next() {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    child ??= start();
    current.timer = setTimeout(() => child?.kill('SIGKILL'), longest);
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
     * @param job what the drawing process is to be sent
     * @param signal aborted when nobody wants it any more: then it is not begun
     * @returns the picture's bytes, and warnings about it
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
      child?.removeAllListeners('exit');
      child?.kill('SIGKILL');
    },
  };
}
