import type { Deferred } from '../flow/deferred.ts';
import { FairQueue } from '../flow/fair-queue.ts';
import type { Call } from '../render/ports.ts';
import type { Reply, ToRenderer } from './protocol.ts';

/** A job for a renderer, and who waits for it. */
export interface Job {
  readonly message: ToRenderer;
  readonly call: Call;
  readonly answer: Deferred<Reply>;
  /** Takes an answer that arrives after the signal was aborted. */
  readonly takeLate: (answer: Reply) => void;
  /** Time of arrival, by `performance.now()`. */
  readonly cameAt: number;
}

/** Maximum number of waiting boards per renderer, to be drawn or measured; also of jobs of low priority. */
const waitingPerRenderer = 64;
/** Maximum number of waiting photos per renderer. A request sends several photos at a time. */
const waitingPhotosPerRenderer = 256;

/** Jobs with one photo. */
export const photoJobs: ReadonlySet<ToRenderer['kind']> = new Set(['prepare', 'encode', 'reencode']);

/** The jobs for which no renderer is free. Owners take turns. */
export class JobQueue {
  readonly #boards: FairQueue<Job>;
  /** Photos to be prepared or encoded. They alternate with boards. */
  readonly #photos: FairQueue<Job>;
  /** Jobs of low priority, which wait for all others. */
  readonly #low: FairQueue<Job>;
  #wasPhoto = false;

  /** @param renderers number of renderers */
  constructor(renderers: number) {
    this.#boards = new FairQueue(waitingPerRenderer * renderers);
    this.#photos = new FairQueue(waitingPhotosPerRenderer * renderers);
    this.#low = new FairQueue(waitingPerRenderer * renderers);
  }

  get size(): number {
    return this.#boards.size + this.#photos.size + this.#low.size;
  }

  /** Adds a job. Returns the job that was dropped or rejected because too many wait, if any. */
  push(job: Job): Job | undefined {
    return this.#lineOf(job).push(job.call.owner, job);
  }

  remove(job: Job): void {
    this.#lineOf(job).remove(job.call.owner, job);
  }

  /** Removes and returns the next job. @param mayBeLow whether it may be one of low priority */
  shift(mayBeLow: boolean): Job | undefined {
    const first = this.#wasPhoto ? this.#boards : this.#photos;
    const job = first.shift() ?? this.#boards.shift() ?? this.#photos.shift();
    this.#wasPhoto = job !== undefined && photoJobs.has(job.message.kind);
    return job ?? (mayBeLow ? this.#low.shift() : undefined);
  }

  #lineOf({ message, call }: Job): FairQueue<Job> {
    if (call.priority === 'low') return this.#low;
    return photoJobs.has(message.kind) ? this.#photos : this.#boards;
  }
}
