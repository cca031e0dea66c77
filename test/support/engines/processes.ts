import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '../programs.ts';

/** A program that a test has started. It ends with the test's process at the latest. */
export interface EngineProcess {
  readonly pid: number;
  /** What it prints, for the message of a failure. */
  readonly output: readonly string[];
  readonly ended: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
  /** Ends it with the signal, and resolves when it has ended. SIGKILL also ends it when it is stopped. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The system's user that it runs as. Absent: the same as the tests'. */
  readonly user?: string | undefined;
  readonly cwd?: string;
}

/** The start of a command line whose program ends with the process that starts it. */
export const endsWithParent = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

export function startProcess(
  [program = '', ...args]: readonly string[],
  { env = {}, user, cwd }: ProcessOptions = {},
): EngineProcess {
  const output: string[] = [];
  const [setpriv, ...flags] = endsWithParent;
  const as = user === undefined ? [] : ['--reuid', user, '--regid', user, '--clear-groups'];
  const child = spawn(setpriv, [...as, ...flags, pathOf(program), ...args], {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (part) => output.push(String(part)));
  child.stderr.on('data', (part) => output.push(String(part)));
  child.on('error', (error) => output.push(String(error)));
  const ended = once(child, 'exit').catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    signal: (name) => void child.kill(name),
    async end(name) {
      child.kill(name);
      await ended;
    },
  };
}

/** Tries until it succeeds. @throws the last error after that time, 30 s unless told otherwise */
export async function eventually<T>(attempt: () => Promise<T>, withinMs = 30_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(50);
    }
  }
}
