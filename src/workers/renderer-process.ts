import { fork } from 'node:child_process';
import type { RasteriserName } from '../model/vocabulary.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import type { FromRenderer, ToRenderer } from './protocol.ts';
import { lowerPriority } from './tuning.ts';
import { finalWarmUpSpec } from './warm-up.ts';

/** Why a renderer process is gone. */
export type ExitReason = 'crashed' | 'hung';

/** The process ended, or was ended, before it answered. */
export class RendererExitError extends Error {
  override readonly name = 'RendererLost';
  readonly exitReason: ExitReason;

  constructor(exitReason: ExitReason, options?: ErrorOptions) {
    super(`the renderer process ${exitReason}`, options);
    this.exitReason = exitReason;
  }
}

/** One renderer process. It does one thing at a time: call `ask` only when the last call has ended. */
export interface RendererProcess {
  /** Resolves when it is warm. @throws RendererLost */
  ready(withinMs: number): Promise<void>;
  /** @throws RendererLost, after which the process is gone; or what a bug in the engine threw. */
  ask(message: ToRenderer, withinMs: number): Promise<FromRenderer>;
  /** Tells when the process ends while it has nothing to do, until the function it answers is called. */
  watch(lost: () => void): () => void;
  /** Ends the process; what it is drawing is lost. One that is not warm yet ends at once. */
  end(): Promise<void>;
}

export interface RendererProcessOptions {
  /** The built `render/worker.js`. */
  readonly script: string;
  readonly rasteriser: RasteriserName;
  /** Absent: the built-in ones. */
  readonly themes?: ThemeSet;
  readonly env?: NodeJS.ProcessEnv;
  /** Options of Node's, besides those of this process. */
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
  child.stdin?.on('error', () => {}); // A process that ends before it has read shows as its exit.
  child.stdin?.end(JSON.stringify(themes.own));
  let isGone = false;
  let isWarm = false;
  let waiter: { readonly hear: (message: FromRenderer) => void; readonly lose: () => void } | undefined;
  const exited = new Promise<void>((resolve) => {
    const gone = () => {
      isGone = true;
      waiter?.lose();
      resolve();
    };
    child.once('exit', gone);
    child.once('error', gone);
  });
  child.on('message', (message: FromRenderer) => waiter?.hear(message));

  /** The next message, or the loss of the process. After `withinMs` it counts as hung and is killed. */
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
        reject(new RendererExitError(exitReason));
      };
      const hear = (message: FromRenderer) => {
        done();
        resolve(message);
      };
      waiter = { hear, lose };
      if (isGone) lose();
    });
  }

  function exchange(question: ToRenderer, withinMs: number): Promise<FromRenderer> {
    const reply = answer(withinMs);
    child.send(question, () => {}); // A closed channel shows as the process' exit.
    return reply;
  }

  return {
    async ready(withinMs) {
      await answer(withinMs);
      const last = await exchange({ kind: 'draw', spec: finalWarmUpSpec(), input: {} }, withinMs);
      if (last.kind === 'error') throw new RendererExitError('crashed', { cause: last.error });
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
      if (isGone) lost();
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
