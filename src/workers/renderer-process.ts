import { fork } from 'node:child_process';
import type { RasteriserName } from '../model/vocabulary.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import type { FromRenderer, ToRenderer } from './protocol.ts';
import { lowerPriority } from './tuning.ts';
import { finalWarmUpSpec } from './warm-up.ts';

/** Why a renderer process exited. */
export type ExitReason = 'crashed' | 'hung';

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
  /** Resolves when the process is warm. @throws RendererExitError */
  ready(withinMs: number): Promise<void>;
  /** @throws RendererExitError when the process exits, or the error of a bug in the engine */
  ask(message: ToRenderer, withinMs: number): Promise<FromRenderer>;
  /** Calls `lost` if the process exits while idle. Returns a function that stops the watch. */
  watch(lost: () => void): () => void;
  /** Ends the process and abandons its current job. A process that is not warm yet is killed at once. */
  end(): Promise<void>;
}

export interface RendererProcessOptions {
  /** Path of the built `worker.js`. */
  readonly script: string;
  readonly rasteriser: RasteriserName;
  /** Absent: the built-in themes. */
  readonly themes?: ThemeSet;
  readonly env?: NodeJS.ProcessEnv;
  /** Node.js options, added to those of this process. */
  readonly nodeOptions?: readonly string[];
}

export function startRendererProcess({
  script,
  rasteriser,
  themes = builtInThemes,
  env,
  nodeOptions = [],
}: RendererProcessOptions): RendererProcess {
  const child = fork(script, [rasteriser], {
    ...(env ? { env } : {}),
    execArgv: [...process.execArgv, ...nodeOptions],
    serialization: 'advanced',
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  child.stdin?.on('error', () => {}); // A process that exits before it has read is reported by its exit.
  child.stdin?.end(JSON.stringify(themes.own));
  /** How the process exited. */
  let exit: Error | undefined;
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

  /**
   * Returns the next message. After `withinMs` the process counts as hung and is killed. @throws RendererExitError
   */
  function answer(withinMs: number): Promise<FromRenderer> {
    return new Promise((resolve, reject) => {
      let exitReason: ExitReason = 'crashed';
      const timer = setTimeout(() => {
        exitReason = 'hung';
        child.kill('SIGKILL');
      }, withinMs);
      const done = () => {
        clearTimeout(timer);
        waiter = undefined;
      };
      const lose = () => {
        done();
        reject(new RendererExitError(exitReason, exitReason === 'crashed' ? exit : undefined));
      };
      const hear = (message: FromRenderer) => {
        done();
        resolve(message);
      };
      waiter = { hear, lose };
      if (exit) lose();
    });
  }

  function exchange(question: ToRenderer, withinMs: number): Promise<FromRenderer> {
    const reply = answer(withinMs);
    child.send(question, () => {}); // A closed channel is reported by the exit of the process.
    return reply;
  }

  return {
    async ready(withinMs) {
      await answer(withinMs);
      const last = await exchange({ kind: 'draw', spec: finalWarmUpSpec(), input: {} }, withinMs);
      if (last.kind === 'error') throw new RendererExitError('crashed', last.error);
      isWarm = true;
      if (child.pid !== undefined) lowerPriority(child.pid);
    },
    async ask(question, withinMs) {
      const message = await exchange(question, withinMs);
      if (message.kind === 'error') throw message.error;
      return message;
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
