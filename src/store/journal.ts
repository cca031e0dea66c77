import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode, writeDurably } from './durable-file.ts';
import { flushed, type OnFlush } from './flush.ts';

export interface JournalOptions<TRecord> {
  readonly path: string;
  /** The file's name in metrics and logs. */
  readonly name: string;
  /** A line's value, or undefined for one that makes no sense. */
  readonly parse: (value: unknown) => TRecord | undefined;
  /** What a record is about: a later one with the same key takes its place. */
  readonly key: (record: TRecord) => string;
  /** Everything that is worth keeping: what the file is written anew with when most of it is outdated. */
  readonly snapshot: () => Iterable<TRecord>;
  readonly onFlush?: OnFlush | undefined;
  /** Milliseconds in which records are gathered into one write. */
  readonly gatherMs?: number;
}

const defaultGatherMs = 100;
/** A file smaller than this is never worth writing anew, in bytes. */
const smallBytes = 1024 * 1024;
/** A file is written anew when it has become so many times as large as when it was last. */
const growth = 4;
/** After a failed write, in milliseconds. */
const retryMs = 1000;

/**
 * A file of records, one JSON value a line, which is only ever appended to. A record holds a whole value and not a
 * change of one, so that reading them in order, the last of each wins, gives the state; and so a line that a crash has
 * cut off costs that record alone. Records are written in groups: a crash loses those of the last 100 ms.
 */
export class Journal<TRecord> {
  readonly #options: JournalOptions<TRecord>;
  #file: FileHandle;
  #bytes: number;
  #rewriteAt: number;
  #pending = new Map<string, TRecord>();
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  private constructor(options: JournalOptions<TRecord>, file: FileHandle, bytes: number) {
    this.#options = options;
    this.#file = file;
    this.#bytes = bytes;
    this.#rewriteAt = Math.max(smallBytes, bytes);
  }

  /**
   * @param restore is called with each record in order
   * @returns the journal, and how many lines made no sense and were passed over
   */
  static async open<TRecord>(
    options: JournalOptions<TRecord>,
    restore: (record: TRecord) => void,
  ): Promise<{ readonly journal: Journal<TRecord>; readonly damaged: number }> {
    const text = await readFile(options.path, 'utf8').catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return '';
      throw error;
    });
    let damaged = 0;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const record = parseLine(line, options.parse);
      if (record === undefined) damaged += 1;
      else restore(record);
    }
    const file = await open(options.path, 'a', 0o600);
    const { size } = await file.stat();
    const journal = new Journal(options, file, size);
    // A line that was cut off must not swallow the next one.
    if (text !== '' && !text.endsWith('\n')) await journal.#write('\n');
    return { journal, damaged };
  }

  /** Bytes of the file. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes a record soon. */
  add(record: TRecord): void {
    this.#pending.set(this.#options.key(record), record);
    this.#running ??= this.#run();
  }

  /** Resolves when everything has been written. @throws what kept it from being written */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    try {
      if (this.#pending.size > 0) await this.#flush();
    } finally {
      await this.#file.close();
    }
  }

  async #run(): Promise<void> {
    const { gatherMs = defaultGatherMs } = this.#options;
    let pauseMs = gatherMs;
    while (this.#pending.size > 0 && !this.#closing.signal.aborted) {
      await wait(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pauseMs = await this.#flush().then(
        () => gatherMs,
        () => retryMs,
      );
    }
    this.#running = undefined;
  }

  /** What could not be written waits for the next try; meanwhile the newest value of each record is what counts. */
  async #flush(): Promise<void> {
    const { name, onFlush } = this.#options;
    const group = this.#pending;
    this.#pending = new Map();
    try {
      await flushed(name, onFlush, () =>
        this.#bytes > this.#rewriteAt ? this.#rewrite() : this.#write(linesOf(group.values())),
      );
    } catch (error) {
      this.#pending = new Map([...group, ...this.#pending]);
      throw error;
    }
  }

  async #write(text: string): Promise<void> {
    const before = this.#bytes;
    try {
      await this.#file.appendFile(text);
      await this.#file.datasync();
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      // Half a line, perhaps: the next write must not continue it.
      await this.#file.truncate(before).catch(() => undefined);
      throw error;
    }
  }

  /** The snapshot holds what is pending too, for the caller changes its state before it adds a record. */
  async #rewrite(): Promise<void> {
    const { path, snapshot } = this.#options;
    await writeDurably(path, linesOf(snapshot()));
    const file = await open(path, 'a', 0o600);
    await this.#file.close();
    this.#file = file;
    this.#bytes = (await stat(path)).size;
    this.#rewriteAt = Math.max(smallBytes, this.#bytes * growth);
  }
}

function linesOf(records: Iterable<unknown>): string {
  let text = '';
  for (const record of records) text += `${JSON.stringify(record)}\n`;
  return text;
}

function parseLine<TRecord>(
  line: string,
  parse: (value: unknown) => TRecord | undefined,
): TRecord | undefined {
  try {
    return parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
