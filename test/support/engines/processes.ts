import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** A program that a test has started. It ends with the test's process at the latest. */
export interface EngineProcess {
  signal(name: NodeJS.Signals): void;
  /** Kills it, also when it is stopped, and resolves when it has ended. */
  kill(): Promise<void>;
}

/** @returns the process, and what it prints, for the message of a failure */
export function startProcess(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = {},
): EngineProcess & { readonly output: readonly string[] } {
  const output: string[] = [];
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig', 'KILL', '--', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (part) => output.push(String(part)));
  child.stderr?.on('data', (part) => output.push(String(part)));
  child.on('error', (error) => output.push(String(error)));
  const ended = once(child, 'close').catch(() => undefined);
  return {
    output,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Tries until it succeeds. @throws the last error after 30 s */
export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(50);
    }
  }
}
