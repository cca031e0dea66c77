import { fork } from 'node:child_process';
import type { RasteriserName } from '../model/vocabulary.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { type JobLimits, watchLimits } from './job-limits.ts';
import { coldStart, type FromRenderer, type Reply, type ToRenderer } from './protocol.ts';
import { lowerPriority } from './tuning.ts';
import { finalWarmUpSpec } from './warm-up.ts';

/** Why a renderer process exited. `overran`: its job used up the limit of CPU time. */
export type ExitReason = 'crashed' | 'hung' | 'overran';

const startMs = 30_000;

/** The process exited before it replied. */
export class RendererExitError extends Error {
  override readonly name = 'RendererExitError';
  readonly exitReason: ExitReason;

  constructor(exitReason: ExitReason, cause?: Error) {
    super(`the renderer process ${exitReason}${cause ? ` (${cause.message})` : ''}`, { cause });
    this.exitReason = exitReason;
  }
}

/** A renderer process. It does one thing at a time: call `ask` only after the last call has ended. */
export interface RendererProcess {
  /** Resolves when the process is warm. Rejects with a RendererExitError. */
  readonly ready: Promise<void>;
  /**
   * Kills the process when the job exceeds a limit.
   *
   * @param onHalfUsed called when the job has used half of its CPU time
   * @throws RendererExitError when the process exits, or the error of a bug in the engine
   */
  ask(message: ToRenderer, limits: JobLimits, onHalfUsed: () => void): Promise<Reply>;
  /** Calls `lost` if the process exits while idle. Returns a function that stops the watch. */
  watch(lost: () => void): () => void;
  /** Ends the process and abandons its current job. A process that is not warm yet is killed at once. */
  end(): Promise<void>;
}

export interface RendererProcessOptions {
  /** Path of the built `worker.js`. */
  readonly script: string;
  readonly rasteriser: RasteriserName;
  /** Whether it draws some boards before it is ready. */
  readonly warmUp?: boolean;
  /** Absent: the built-in themes. */
  readonly themes?: ThemeSet;
  readonly env?: NodeJS.ProcessEnv;
  /** Node.js options, added to those of this process. */
  readonly nodeOptions?: readonly string[];
}

export function startRendererProcess({
  script,
  rasteriser,
  warmUp = true,
  themes = builtInThemes,
  env,
  nodeOptions = [],
}: RendererProcessOptions): RendererProcess {
  const child = fork(script, [rasteriser, ...(warmUp ? [] : [coldStart])], {
    ...(env ? { env } : {}),
    execArgv: [...process.execArgv, ...nodeOptions],
    serialization: 'advanced',
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  child.stdin?.on('error', () => {}); // A process that exits before it has read is reported by its exit.
  child.stdin?.end(JSON.stringify(themes.own));
  /** How the process exited. */
  let exit: Error | undefined;
  let exitReason: ExitReason = 'crashed';
  let isWarm = false;
  let waiter: { readonly hear: (message: FromRenderer) => void; readonly lose: () => void } | undefined;
  const exited = new Promise<void>((resolve) => {
    const gone = (error: Error) => {
      exit = error;
      waiter?.lose();
      resolve();
    };
    child.once('exit', (code, signal) => gone(new Error(signal ?? `exit status ${code}`)));
    child.once('error', gone);
  });
  child.on('message', (message: FromRenderer) => waiter?.hear(message));

  function kill(reason: ExitReason): void {
    exitReason = reason;
    child.kill('SIGKILL');
  }

  /** Returns the next message. @throws RendererExitError */
  function answer(): Promise<FromRenderer> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        waiter = undefined;
        reject(new RendererExitError(exitReason, exitReason === 'crashed' ? exit : undefined));
      };
      const hear = (message: FromRenderer) => {
        waiter = undefined;
        resolve(message);
      };
      waiter = { hear, lose };
      if (exit) lose();
    });
  }

  function exchange(question: ToRenderer): Promise<FromRenderer> {
    const reply = answer();
    child.send(question, () => {}); // A closed channel is reported by the exit of the process.
    return reply;
  }

  async function start(): Promise<void> {
    const timer = setTimeout(() => kill('hung'), startMs);
    try {
      await answer();
      const last = warmUp && (await exchange({ kind: 'draw', spec: finalWarmUpSpec(), input: {} }));
      if (last && last.kind === 'error') throw new RendererExitError('crashed', last.error);
      isWarm = true;
      if (child.pid !== undefined) lowerPriority(child.pid);
    } finally {
      clearTimeout(timer);
    }
  }

  const ready = start();
  ready.catch(() => {}); // A spare may exit before anything waits for it.
  return {
    ready,
    async ask(question, limits, onHalfUsed) {
      const unwatch = watchLimits(child.pid, limits, { onHalfUsed, onExceeded: kill });
      try {
        const message = await exchange(question);
        if (message.kind === 'error') throw message.error;
        if (message.kind === 'ready') throw new Error('a renderer started twice');
        return message;
      } finally {
        unwatch();
      }
    },
    watch(lost) {
      waiter = { hear: () => {}, lose: lost };
      if (exit) lost();
      return () => {
        waiter = undefined;
      };
    },
    async end() {
      if (isWarm && child.connected) child.disconnect();
      else child.kill('SIGKILL');
      const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
      await exited;
      clearTimeout(timer);
    },
  };
}
