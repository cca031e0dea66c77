import type { Low } from 'lowdb';
import { Failure } from '../model/failure.ts';
import { UnsyncedFile } from './durable-file.ts';

/**
 * Changes the document of a lowdb database, which holds only what has been written. Writes one document at a time, with
 * all changes that arrived during the previous write: no change waits for more than two writes. A rejected change takes
 * no other with it.
 */
export class GroupedWriter<TDocument> {
  readonly #low: Pick<Low<TDocument>, 'data' | 'adapter'>;
  #waiting: Change<TDocument>[] = [];
  #running: Promise<void> | undefined;

  constructor(low: Pick<Low<TDocument>, 'data' | 'adapter'>) {
    this.#low = low;
  }

  /** The document as it was last written. */
  get data(): TDocument {
    return this.#low.data;
  }

  /**
   * Applies a change and resolves when it has been written.
   *
   * @param apply returns the next document; what it throws rejects this change alone
   * @throws Failure storeUnavailable when the document cannot be written; changeUncertain when it is, but not for certain
   */
  commit(apply: (document: TDocument) => TDocument): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ apply, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Changes that are made together are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#writeGroup(group);
    }
    this.#running = undefined;
  }

  async #writeGroup(group: readonly Change<TDocument>[]): Promise<void> {
    let next = this.#low.data;
    const applied: Change<TDocument>[] = [];
    for (const change of group) {
      try {
        next = change.apply(next);
        applied.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    if (applied.length === 0) return;
    const failure = await this.#write(next);
    for (const change of applied) failure ? change.reject(failure) : change.resolve();
  }

  /** Returns the failure, if any. The data becomes what stands on the disk. */
  async #write(next: TDocument): Promise<Failure | undefined> {
    try {
      // Not `low.write()`, which writes `data`: a document that cannot be written must not be seen there.
      await this.#low.adapter.write(next);
      this.#low.data = next;
      return undefined;
    } catch (cause) {
      const options = { cause, retryAfter: 30 };
      if (!(cause instanceof UnsyncedFile)) {
        return new Failure('storeUnavailable', 'The change could not be saved', options);
      }
      this.#low.data = next;
      return new Failure(
        'changeUncertain',
        'The change was made, but a power cut may undo it; look before you try again',
        options,
      );
    }
  }
}

interface Change<TDocument> {
  readonly apply: (document: TDocument) => TDocument;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
