import { fileURLToPath } from 'node:url';
import workerpool from 'workerpool';
import type { Picture, RenderOrder } from '../model/board.ts';
import { Failure } from '../model/failure.ts';
import type { RasteriserName } from '../raster/rasteriser.ts';
import type { Renderer } from './ports.ts';

export interface RendererPoolOptions {
  /** The built `render/worker.js`. */
  readonly script: URL;
  /** Renderer processes kept running. */
  readonly size: number;
  readonly rasteriser: RasteriserName;
  /** After this many milliseconds a renderer counts as hung and is replaced. */
  readonly hangMs?: number;
  /** Told when a renderer has crashed or hung; a fresh one takes its place. */
  readonly onRestart?: (reason: 'crashed' | 'hung') => void;
}

export interface RendererPool extends Renderer {
  /** Resolves once every renderer has drawn its first pictures. */
  readonly ready: Promise<void>;
  isReady(): boolean;
  /** Finishes what is being drawn and ends the processes. */
  close(): Promise<void>;
}

const defaultHangMs = 10_000;
/** Orders that may wait for each renderer; more are refused at once. */
const waitingPerRenderer = 64;

/**
 * Draws and encodes in processes of their own, one picture at a time each. A renderer that crashes or hangs
 * costs its own request a `rendererFailed`; the others do not notice, and it is replaced.
 */
export function startRendererPool(options: RendererPoolOptions): RendererPool {
  const { size, hangMs = defaultHangMs, onRestart = () => {} } = options;
  const pool = workerpool.pool(fileURLToPath(options.script), {
    workerType: 'process',
    minWorkers: size,
    maxWorkers: size,
    maxQueueSize: waitingPerRenderer * size,
    forkArgs: [options.rasteriser],
    forkOpts: { serialization: 'advanced' },
  });
  let state: 'warming' | 'ready' | 'closed' = 'warming';
  const warm = Array.from({ length: size }, () => pool.exec('ping'));
  const ready = Promise.all(warm).then(() => {
    if (state === 'warming') state = 'ready';
  });

  return {
    ready,
    isReady: () => state === 'ready',
    async render(order: RenderOrder): Promise<Picture> {
      if (state === 'closed' || pool.stats().pendingTasks >= waitingPerRenderer * size)
        throw new Failure('noCapacity', 'no renderer is free at the moment', { retryAfter: 1 });
      try {
        const picture: Picture = await pool.exec('render', [order]).timeout(hangMs);
        return picture;
      } catch (error) {
        throw failureOf(error, onRestart);
      }
    },
    async close() {
      state = 'closed';
      await pool.terminate();
    },
  };
}

/** An error inside a living renderer is a bug and passes; a lost renderer is a failure the caller can retry. */
function failureOf(error: unknown, onRestart: (reason: 'crashed' | 'hung') => void): unknown {
  const hung = error instanceof workerpool.Promise.TimeoutError;
  const crashed = error instanceof workerpool.TerminateError || isExit(error);
  if (!hung && !crashed) return error;
  onRestart(hung ? 'hung' : 'crashed');
  const message = hung ? 'the picture took too long to draw' : 'the renderer stopped while drawing';
  return new Failure('rendererFailed', message, { cause: error, retryAfter: 1 });
}

/** How workerpool words the end of a process; it has no type of its own for it. */
function isExit(error: unknown): boolean {
  return error instanceof Error && /terminated|exited|exitCode|EPIPE|channel/i.test(error.message);
}
