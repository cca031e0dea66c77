import { setTimeout as delay } from 'node:timers/promises';
import { type Deferred, deferred } from '../flow/deferred.ts';
import { FairQueue } from '../flow/fair-queue.ts';
import { Failure } from '../model/failure.ts';
import type { RasteriserName } from '../model/vocabulary.ts';
import type { Call, Renderer } from '../render/ports.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import type { FromRenderer, ToRenderer } from './protocol.ts';
import {
  type ExitReason,
  RendererExitError,
  type RendererProcess,
  startRendererProcess,
} from './renderer-process.ts';

export interface RendererPoolOptions {
  /** The built `render/worker.js`. */
  readonly script: string;
  /** Renderer processes kept running. */
  readonly size: number;
  readonly rasteriser: RasteriserName;
  /** Absent: the built-in ones. */
  readonly themes?: ThemeSet;
  /** The environment of the processes; absent: that of this one. */
  readonly env?: NodeJS.ProcessEnv;
  /** Options of Node's for the processes, besides those of this one. */
  readonly nodeOptions?: readonly string[];
  /** After this many milliseconds on one picture a renderer counts as hung and is replaced. */
  readonly hangMs?: number;
  /** Told when a renderer has crashed or hung; a fresh one takes its place. */
  readonly onRestart?: (exitReason: ExitReason) => void;
  /** Told when a renderer is done with something, also when it failed or nobody wanted it any more. */
  readonly onJob?: (kind: ToRenderer['kind'], times: JobTimes) => void;
}

interface JobTimes {
  /** Until a renderer began with it. */
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** How much there is to do, and who does it. */
interface PoolLoad {
  /** Boards and pictures for which no renderer is free. */
  readonly waiting: number;
  /** Renderers at work, also on what nobody wants any more. */
  readonly busy: number;
  /** Renderers there should be. */
  readonly size: number;
  /** Renderers that have started and can draw. */
  readonly warm: number;
}

export interface RendererPool extends Renderer {
  /** Resolves once every renderer is warm. Rejects when one cannot even start. */
  readonly ready: Promise<void>;
  /** Whether at least one renderer is warm and the pool is open. */
  isReady(): boolean;
  readonly load: () => PoolLoad;
  /** Refuses new orders, finishes the ones it has, and ends the processes: at once those that are not warm yet. */
  close(): Promise<void>;
}

interface Job {
  readonly message: ToRenderer;
  readonly answer: Deferred<FromRenderer>;
  readonly signal: AbortSignal | undefined;
  /** Takes the answer when the signal has been aborted meanwhile. */
  readonly takeLate: (answer: FromRenderer) => void;
  /** When it came, by `performance.now()`. */
  readonly cameAt: number;
}

const startMs = 30_000;
const defaultHangMs = 10_000;
/** Boards, to be drawn or measured, that may wait for each renderer. */
const waitingPerRenderer = 64;
/** Pictures that may: a request asks for some at a time. */
const waitingPhotosPerRenderer = 256;
/** Between two starts of a renderer that does not get as far as being ready. */
const restartMs = 1_000;

/**
 * Draws and encodes in processes of their own, one picture at a time each. A renderer that crashes or hangs
 * costs its own request a `rendererFailed`; the others do not notice, and it is replaced. Owners take turns, and
 * when too much waits, whoever has most waiting is refused. What is being drawn is drawn to its end, wanted or not.
 */
export function startRendererPool(options: RendererPoolOptions): RendererPool {
  const { size, hangMs = defaultHangMs, onRestart = () => {}, onJob = () => {} } = options;
  const boards = new FairQueue<Job>(waitingPerRenderer * size);
  /** Pictures to be made ready: boards of others come in between, one for each. */
  const photos = new FairQueue<Job>(waitingPhotosPerRenderer * size);
  let wasPhoto = false;
  const idle: ((job: Job | undefined) => void)[] = [];
  /** Those that are not warm yet. */
  const starting = new Set<RendererProcess>();
  let warm = 0;
  let closed = false;

  /** Whether nothing is left to be begun, and nothing will come. */
  const isOver = () => closed && boards.size + photos.size === 0;

  function takeWaiting(): Job | undefined {
    const first = wasPhoto ? boards : photos;
    const job = first.shift() ?? boards.shift() ?? photos.shift();
    wasPhoto = job?.message.kind === 'prepare';
    return job;
  }

  function ask(
    message: ToRenderer,
    { owner, signal }: Call,
    takeLate: Job['takeLate'] = () => {},
  ): Promise<FromRenderer> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (closed) return Promise.reject(noCapacity());
    const queue = message.kind === 'prepare' ? photos : boards;
    const answer = deferred<FromRenderer>(signal, () => queue.remove(owner, job));
    const job: Job = { message, answer, signal, takeLate, cameAt: performance.now() };
    const taker = idle.shift();
    if (taker) taker(job);
    else queue.push(owner, job)?.answer.reject(noCapacity());
    return answer.promise;
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
        reject(new RendererExitError('crashed'));
      });
    });
  }

  async function serve(renderer: RendererProcess): Promise<void> {
    for (let job = await nextJob(renderer); job !== undefined; job = await nextJob(renderer)) {
      if (job.signal?.aborted) continue; // In the moment in which it was handed over.
      const { message, answer, signal, takeLate, cameAt } = job;
      const beganAt = performance.now();
      try {
        const reply = await renderer.ask(message, hangMs);
        if (signal?.aborted) takeLate(reply);
        else answer.resolve(reply);
      } catch (error) {
        answer.reject(error instanceof RendererExitError ? failureOf(error) : error);
        if (error instanceof RendererExitError) throw error;
      } finally {
        onJob(message.kind, { waitedMs: beganAt - cameAt, ranMs: performance.now() - beganAt });
      }
    }
  }

  /** One place in the pool: a renderer, and after its loss another, until the pool is closed. */
  async function keepRenderer(started: () => void, failed: (error: unknown) => void): Promise<void> {
    while (!isOver()) {
      const renderer = startRendererProcess(options);
      starting.add(renderer);
      let isWarm = false;
      try {
        await renderer.ready(startMs);
        starting.delete(renderer);
        isWarm = true;
        warm++;
        started();
        await serve(renderer);
      } catch (error) {
        if (!(error instanceof RendererExitError)) throw error;
        if (!isWarm) failed(error);
        if (!isWarm && isOver()) break;
        onRestart(error.exitReason);
        if (!isWarm) await delay(restartMs);
      } finally {
        starting.delete(renderer);
        if (isWarm) warm--;
        await renderer.end();
      }
    }
  }

  const places = Array.from({ length: size }, () => {
    const start = deferred<void>();
    return { started: start.promise, ended: keepRenderer(start.resolve, start.reject) };
  });
  const ready = Promise.all(places.map((place) => place.started)).then(() => {});
  ready.catch(() => {}); // Whoever waits for it is told; a pool nobody waits for keeps trying.

  return {
    ready,
    isReady: () => warm > 0 && !closed,
    load: () => ({ waiting: boards.size + photos.size, busy: warm - idle.length, size, warm }),
    async render(spec, input, call) {
      const answer = await ask({ kind: 'draw', spec, input }, call);
      return answer.kind === 'drawn' ? answer.result : unexpectedReply(answer);
    },
    async measure(spec, call) {
      const answer = await ask({ kind: 'measure', spec }, call);
      return answer.kind === 'measured' ? answer.result : unexpectedReply(answer);
    },
    async preparePhoto(photo, size, call) {
      const answer = await ask({ kind: 'prepare', photo, size }, call, (late) => {
        if (late.kind === 'prepared') call.onLate?.(late.result);
      });
      return answer.kind === 'prepared' ? answer.result : unexpectedReply(answer);
    },
    async close() {
      closed = true;
      for (const taker of idle.splice(0)) taker(undefined);
      if (isOver()) await Promise.all([...starting].map((renderer) => renderer.end()));
      await Promise.all(places.map((place) => place.ended));
    },
  };
}

function noCapacity(): Failure {
  return new Failure('noCapacity', 'no renderer is free at the moment', { retryAfter: 1 });
}

function unexpectedReply(answer: FromRenderer): never {
  throw new Error(`a renderer answered ${answer.kind} to something else`);
}

function failureOf(lost: RendererExitError): Failure {
  const message =
    lost.exitReason === 'hung' ? 'the picture took too long to draw' : 'the renderer stopped while drawing';
  return new Failure('rendererFailed', message, { cause: lost, retryAfter: 1 });
}
