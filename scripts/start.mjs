// `npm start`: builds, and then serves in this process, so that the signals that npm passes on reach the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

console.log('tierpress: building first, which takes up to half a minute …');
// A process group of its own: npm does not pass signals on to everything that a build runs.
const build = spawn('npm', ['run', '--silent', 'build'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const stop = (signal) => {
  process.kill(-build.pid, 'SIGKILL');
  for (const name of signals) process.off(name, stop);
  process.kill(process.pid, signal);
};
for (const signal of signals) process.on(signal, stop);
const [status] = await once(build, 'exit');
for (const signal of signals) process.off(signal, stop);
if (status !== 0) process.exit(1);
console.log('tierpress: built, starting …');
process.argv.push('serve');
await import('../dist/cli/main.js');
