import { setTimeout as delay } from 'node:timers/promises';
import { deferred } from '../flow/deferred.ts';
import { Failure } from '../model/failure.ts';
import type { RasteriserName } from '../model/vocabulary.ts';
import type { Call, PhotoEncoder, Renderer, SvgRenderer } from '../render/ports.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import { type Job, JobQueue, photoJobs } from './job-queue.ts';
import type { Reply, ToRenderer } from './protocol.ts';
import {
  type ExitReason,
  RendererExitError,
  type RendererProcess,
  startRendererProcess,
} from './renderer-process.ts';
import { createSpare, type Spare } from './spare.ts';

export interface RendererPoolOptions {
  /** Path of the built `worker.js`. */
  readonly script: string;
  /** Number of renderer processes. */
  readonly size: number;
  readonly rasteriser: RasteriserName;
  /** Whether renderers draw some boards before they are ready. Absent: they do. */
  readonly warmUp?: boolean;
  /** Absent: the built-in themes. */
  readonly themes?: ThemeSet;
  /** Environment of the renderer processes. Absent: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Node.js options of the renderer processes, added to those of this process. */
  readonly nodeOptions?: readonly string[];
  /** A job that uses more CPU time than this, in milliseconds, is stopped and fails with `invalidRequest`. */
  readonly cpuMs?: number;
  /** A renderer that uses hardly any CPU time for longer than this in a job, in milliseconds, counts as hung. */
  readonly hangMs?: number;
  /** Receives the exit reason of each renderer that is replaced. */
  readonly onRestart?: (exitReason: ExitReason) => void;
  /** Receives the times of each job that a renderer finished, including failed and abandoned jobs. */
  readonly onJob?: (kind: ToRenderer['kind'], times: JobTimes) => void;
}

interface JobTimes {
  /** Time until a renderer began the job. */
  readonly waitedMs: number;
  readonly ranMs: number;
  readonly priority: Call['priority'];
}

/** Load of the pool. */
interface PoolLoad {
  /** Jobs for which no renderer is free. */
  readonly waiting: number;
  /** Renderers at work, including those on abandoned jobs. */
  readonly busy: number;
  /** Configured number of renderers. */
  readonly size: number;
  /** Renderers that have started and can draw. */
  readonly warm: number;
}

export interface RendererPool extends Renderer, SvgRenderer, PhotoEncoder {
  /** Resolves once every renderer is warm. Rejects when one has failed to start three times in a row. */
  readonly ready: Promise<void>;
  /**
   * Whether the pool is open and at least one renderer is warm, or is replaced after having been warm and has not failed
   * to start again.
   */
  isReady(): boolean;
  readonly load: () => PoolLoad;
  /**
   * Refuses new jobs, finishes accepted ones, and ends the processes. Processes that are still starting end at once.
   */
  close(): Promise<void>;
}

const defaultCpuMs = 5_000;
const defaultHangMs = 10_000;
/** Pause between two starts of a renderer that exits before it is ready. */
const restartMs = 1_000;
/** Messages for jobs that use up their CPU time. */
const tooSlow = {
  board: 'The board takes too long to draw; use shorter texts or fewer items',
  photo: 'A photo takes too long to decode; use a smaller one',
} as const;
/** Failed starts in a row after which a renderer is reported as unable to start. */
const maxFailedStarts = 3;

/**
 * Draws and encodes in separate processes, one image at a time in each. When a renderer crashes or hangs, only its
 * own job fails, with `rendererFailed`, and the renderer is replaced. A job that uses up its CPU time fails with
 * `invalidRequest`; the replacement of its renderer is started while it still runs.
 *
 * Owners take turns. When too many jobs wait, the owner with the most waiting jobs is refused. A job that has begun is
 * finished even if its caller has left. Jobs of low priority wait for all others, and one renderer of several never takes
 * them, so that it is soon free for the others.
 */
export function startRendererPool(options: RendererPoolOptions): RendererPool {
  const { size, onRestart = () => {}, onJob = () => {} } = options;
  const jobLimits = { cpuMs: options.cpuMs ?? defaultCpuMs, hangMs: options.hangMs ?? defaultHangMs };
  const waiting = new JobQueue(size);
  const maxLow = Math.max(1, size - 1);
  /** Renderers at work on jobs of low priority. */
  let low = 0;
  const idle: ((job: Job | undefined) => void)[] = [];
  /** Renderers that are not warm yet. */
  const starting = new Set<RendererProcess>();
  let warm = 0;
  /** Places whose renderer is warm, or is replaced and has not failed to start since it was warm. */
  const able = new Set<number>();
  let closed = false;

  /** Whether no job is left and none will come. */
  const isOver = () => closed && waiting.size === 0;

  function takeWaiting(): Job | undefined {
    const job = waiting.shift(closed || low < maxLow);
    if (job?.call.priority === 'low') low++;
    return job;
  }

  function leave({ call }: Job): void {
    if (call.priority === 'low') low--;
  }

  function ask(message: ToRenderer, call: Call, takeLate: Job['takeLate'] = () => {}): Promise<Reply> {
    if (call.signal?.aborted) return Promise.reject(call.signal.reason);
    if (closed) return Promise.reject(noCapacity());
    const answer = deferred<Reply>(call.signal, () => waiting.remove(job));
    const job: Job = { message, call, answer, takeLate, cameAt: performance.now() };
    waiting.push(job)?.answer.reject(noCapacity());
    const next = idle.length > 0 ? takeWaiting() : undefined;
    if (next) idle.shift()?.(next);
    return answer.promise;
  }

  /**
   * Returns the next job for a renderer, or undefined when the pool is closed and no job is left.
   *
   * @throws RendererExitError
   */
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

  async function serve(renderer: RendererProcess, spare: Spare): Promise<void> {
    for (let job = await nextJob(renderer); job !== undefined; job = await nextJob(renderer)) {
      const { message, call, answer, takeLate, cameAt } = job;
      if (call.signal?.aborted) {
        leave(job); // The caller left just as the job was handed over.
        continue;
      }
      const beganAt = performance.now();
      try {
        const reply = await renderer.ask(message, jobLimits, spare.start);
        call.onCpuTime?.(reply.cpuMs);
        if (call.signal?.aborted) takeLate(reply);
        else answer.resolve(reply);
      } catch (error) {
        if (error instanceof RendererExitError && error.exitReason === 'overran')
          call.onCpuTime?.(jobLimits.cpuMs);
        answer.reject(error instanceof RendererExitError ? failureOf(error, message.kind) : error);
        if (error instanceof RendererExitError) throw error;
      } finally {
        leave(job);
        const { priority } = call;
        onJob(message.kind, { waitedMs: beganAt - cameAt, ranMs: performance.now() - beganAt, priority });
      }
      const unneeded = spare.take();
      if (unneeded) await unneeded.end();
    }
  }

  /** Runs one renderer and replaces it when it exits, until the pool is closed. */
  async function keepRenderer(
    place: number,
    started: () => void,
    failed: (error: unknown) => void,
  ): Promise<void> {
    const spare = createSpare(options);
    let failedStarts = 0;
    while (!isOver()) {
      const renderer = spare.take() ?? startRendererProcess(options);
      starting.add(renderer);
      let isWarm = false;
      try {
        await renderer.ready;
        starting.delete(renderer);
        isWarm = true;
        failedStarts = 0;
        warm++;
        able.add(place);
        started();
        await serve(renderer, spare);
      } catch (error) {
        if (!(error instanceof RendererExitError)) throw error;
        if (!isWarm) {
          failedStarts++;
          able.delete(place);
        }
        if (!isWarm && isOver()) {
          failed(error);
          break;
        }
        if (failedStarts === maxFailedStarts) failed(startFailure(error));
        onRestart(error.exitReason);
        if (!isWarm) await delay(restartMs);
      } finally {
        starting.delete(renderer);
        if (isWarm) warm--;
        await renderer.end();
      }
    }
    await spare.take()?.end();
  }

  const places = Array.from({ length: size }, (_, place) => {
    const start = deferred<void>();
    return { started: start.promise, ended: keepRenderer(place, start.resolve, start.reject) };
  });
  const ready = Promise.all(places.map((place) => place.started)).then(() => {});
  ready.catch(() => {}); // An unobserved rejection must not end the process: the pool keeps trying.

  return {
    ready,
    isReady: () => able.size > 0 && !closed,
    load: () => ({ waiting: waiting.size, busy: warm - idle.length, size, warm }),
    async render(spec, input, call) {
      const answer = await ask({ kind: 'draw', spec, input }, call);
      return answer.kind === 'drawn' ? answer.result : unexpectedReply(answer);
    },
    async svg(spec, call) {
      const answer = await ask({ kind: 'svg', spec }, call);
      return answer.kind === 'svg' ? answer.result : unexpectedReply(answer);
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
    async encodePhoto(photo, size, call) {
      const answer = await ask({ kind: 'encode', photo, size }, call);
      return answer.kind === 'encoded' ? answer.result : unexpectedReply(answer);
    },
    async reencodePhoto(bytes, call) {
      const answer = await ask({ kind: 'reencode', bytes }, call);
      return answer.kind === 'reencoded' ? answer.result : unexpectedReply(answer);
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

function unexpectedReply(answer: Reply): never {
  throw new Error(`a renderer answered ${answer.kind} to something else`);
}

function startFailure(lost: RendererExitError): Failure {
  const message = `a renderer failed to start ${maxFailedStarts} times in a row: ${lost.message}`;
  return new Failure('rendererFailed', message, { cause: lost });
}

function failureOf(lost: RendererExitError, kind: ToRenderer['kind']): Failure {
  if (lost.exitReason === 'overran')
    return new Failure('invalidRequest', tooSlow[photoJobs.has(kind) ? 'photo' : 'board'], { cause: lost });
  const message =
    lost.exitReason === 'hung' ? 'the picture took too long to draw' : 'the renderer stopped while drawing';
  return new Failure('rendererFailed', message, { cause: lost, retryAfter: 1 });
}
