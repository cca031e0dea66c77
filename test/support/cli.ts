import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inFull } from './runs.ts';
import { type Finished, watchService } from './watch-service.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type Env = Readonly<Record<string, string>>;

/** Runs the built command line to its end. @param enter a command to put before it, such as nsenter's */
export async function runCli(
  args: readonly string[],
  env: Env = {},
  input = '',
  enter: readonly string[] = [],
): Promise<Finished> {
  const child = start(args, env, enter);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** Output until it was ready. */
  readonly printed: string;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Finished>;
}

/** Runs a command in its own process, and kills it as soon as `isDue`. @returns the output until then */
export async function killCli(
  env: Env,
  isDue: () => boolean | Promise<boolean>,
  args: readonly string[] = ['serve'],
): Promise<string> {
  const child = start(args, env, []);
  const printed = text(child.stdout);
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !(await isDue())) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await ended;
  return printed;
}

/**
 * Starts `tierpress serve` in its own process and waits until it is ready. Rejects with its output if it exits
 * before.
 */
export async function serveCli(env: Env, enter: readonly string[] = []): Promise<Serving> {
  const child = start(['serve'], env, enter);
  const { ready, ended } = watchService(child);
  const { url, printed } = await ready;
  return {
    url,
    pid: child.pid ?? 0,
    printed,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function start(args: readonly string[], env: Env, enter: readonly string[]) {
  const [program = process.execPath, ...rest] = [...enter, process.execPath, main, ...args];
  return spawn(program, rest, {
    env: {
      PATH: process.env['PATH'] ?? '',
      TIERPRESS_PORT: '0',
      TIERPRESS_RENDERERS: '1',
      TIERPRESS_WARM_UP: `${inFull}`,
      ...env,
    },
  });
}
