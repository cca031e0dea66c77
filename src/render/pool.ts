import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../model/failure.ts';
import type { RasteriserName } from '../raster/rasteriser.ts';
import type { FromRenderer, ToRenderer } from './messages.ts';
import type { Renderer } from './ports.ts';
import { type Loss, RendererLost, type RendererProcess, startRendererProcess } from './renderer-process.ts';

export interface RendererPoolOptions {
  /** The built `render/worker.js`. */
  readonly script: URL;
  /** Renderer processes kept running. */
  readonly size: number;
  readonly rasteriser: RasteriserName;
  /** Where downloaded pictures lie. */
  readonly pictureFolder: string;
  /** The environment of the processes; absent: that of this one. */
  readonly env?: NodeJS.ProcessEnv;
  /** After this many milliseconds on one picture a renderer counts as hung and is replaced. */
  readonly hangMs?: number;
  /** Told when a renderer has crashed or hung; a fresh one takes its place. */
  readonly onRestart?: (loss: Loss) => void;
}

export interface RendererPool extends Renderer {
  /** Resolves once every renderer is warm. Rejects when one cannot even start. */
  readonly ready: Promise<void>;
  /** Whether at least one renderer is warm and the pool is open. */
  isReady(): boolean;
  /** Refuses new orders, finishes the ones it has, and ends the processes. */
  close(): Promise<void>;
}

interface Job {
  readonly message: ToRenderer;
  readonly resolve: (answer: FromRenderer) => void;
  readonly reject: (error: unknown) => void;
}

const startMs = 30_000;
const defaultHangMs = 10_000;
/** Orders that may wait for each renderer; more are refused at once. */
const waitingPerRenderer = 64;
/** Between two starts of a renderer that does not get as far as being ready. */
const restartMs = 1_000;

/**
 * Draws and encodes in processes of their own, one picture at a time each. A renderer that crashes or hangs
 * costs its own request a `rendererFailed`; the others do not notice, and it is replaced.
 */
export function startRendererPool(options: RendererPoolOptions): RendererPool {
  const { size, hangMs = defaultHangMs, onRestart = () => {} } = options;
  const waiting: Job[] = [];
  /** Pictures to be made ready: boards of others come in between, one for each. */
  const waitingPictures: Job[] = [];
  let wasPicture = false;
  const idle: ((job: Job | undefined) => void)[] = [];
  let warm = 0;
  let closed = false;

  function takeWaiting(): Job | undefined {
    const first = wasPicture ? waiting : waitingPictures;
    const job = first.shift() ?? waiting.shift() ?? waitingPictures.shift();
    wasPicture = job?.message.kind === 'prepare';
    return job;
  }

  function ask(message: ToRenderer): Promise<FromRenderer> {
    if (closed || waiting.length >= waitingPerRenderer * size)
      return Promise.reject(
        new Failure('noCapacity', 'no renderer is free at the moment', { retryAfter: 1 }),
      );
    return new Promise((resolve, reject) => {
      const job = { message, resolve, reject };
      const taker = idle.shift();
      if (taker) taker(job);
      else (message.kind === 'prepare' ? waitingPictures : waiting).push(job);
    });
  }

  /** The next order for a renderer, or undefined when the pool is closed and none is left. @throws RendererLost */
  function nextJob(renderer: RendererProcess): Promise<Job | undefined> {
    const job = takeWaiting();
    if (job !== undefined || closed) return Promise.resolve(job);
    return new Promise((resolve, reject) => {
      let unwatch = () => {};
      const take = (next: Job | undefined) => {
        unwatch();
        resolve(next);
      };
      idle.push(take);
      unwatch = renderer.watch(() => {
        idle.splice(idle.indexOf(take), 1);
        reject(new RendererLost('crashed'));
      });
    });
  }

  async function serve(renderer: RendererProcess): Promise<void> {
    for (let job = await nextJob(renderer); job !== undefined; job = await nextJob(renderer)) {
      try {
        job.resolve(await renderer.ask(job.message, hangMs));
      } catch (error) {
        job.reject(error instanceof RendererLost ? failureOf(error) : error);
        if (error instanceof RendererLost) throw error;
      }
    }
  }

  /** One place in the pool: a renderer, and after its loss another, until the pool is closed. */
  async function keepRenderer(started: () => void, failed: (error: unknown) => void): Promise<void> {
    while (!closed || waiting.length + waitingPictures.length > 0) {
      const renderer = startRendererProcess(options);
      let isWarm = false;
      try {
        await renderer.ready(startMs);
        isWarm = true;
        warm++;
        started();
        await serve(renderer);
      } catch (error) {
        if (!(error instanceof RendererLost)) throw error;
        onRestart(error.loss);
        if (!isWarm) {
          failed(error);
          await delay(restartMs);
        }
      } finally {
        if (isWarm) warm--;
        await renderer.end();
      }
    }
  }

  const places = Array.from({ length: size }, () => {
    const start = withResolvers();
    return { started: start.promise, ended: keepRenderer(start.resolve, start.reject) };
  });
  const ready = Promise.all(places.map((place) => place.started)).then(() => {});
  ready.catch(() => {}); // Whoever waits for it is told; a pool nobody waits for keeps trying.

  return {
    ready,
    isReady: () => warm > 0 && !closed,
    async render(order, digests) {
      const answer = await ask({ kind: 'draw', order, digests });
      return answer.kind === 'drawn' ? answer.result : mixedUp(answer);
    },
    async pictureSizes(order) {
      const answer = await ask({ kind: 'measure', order });
      return answer.kind === 'measured' ? answer.result : mixedUp(answer);
    },
    async preparePicture(digest, size) {
      const answer = await ask({ kind: 'prepare', digest, size });
      return answer.kind === 'prepared' ? answer.result : mixedUp(answer);
    },
    async close() {
      closed = true;
      for (const taker of idle.splice(0)) taker(undefined);
      await Promise.all(places.map((place) => place.ended));
    },
  };
}

function mixedUp(answer: FromRenderer): never {
  throw new Error(`a renderer answered ${answer.kind} to something else`);
}

function failureOf(lost: RendererLost): Failure {
  const message =
    lost.loss === 'hung' ? 'the picture took too long to draw' : 'the renderer stopped while drawing';
  return new Failure('rendererFailed', message, { cause: lost, retryAfter: 1 });
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers() {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
