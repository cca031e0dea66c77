import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readIfThere, writeDurably } from './durable-file.ts';
import { flushed, type OnFlush } from './flush.ts';

export interface JournalOptions<TRecord> {
  readonly path: string;
  /** The file's name in metrics and logs. */
  readonly name: string;
  /** Checks the value of a line; returns undefined for an invalid one. */
  readonly parse: (value: unknown) => TRecord | undefined;
  /** Identifies what a record describes: a later record with the same key replaces it. */
  readonly key: (record: TRecord) => string;
  /** Returns all current records, to rewrite the file with when most of it is outdated. */
  readonly snapshot: () => Iterable<TRecord>;
  readonly onFlush?: OnFlush | undefined;
  /** Milliseconds during which records are collected for one write. */
  readonly gatherMs?: number;
  /** A file smaller than this is not rewritten, in bytes. */
  readonly smallBytes?: number;
}

const defaultGatherMs = 100;
const defaultSmallBytes = 1024 * 1024;
/** A file is rewritten when it is this many times as large as after the last rewrite. */
export const journalGrowth = 4;
/** After a failed write, in milliseconds. */
const retryMs = 1000;

/**
 * An append-only file of records, one JSON value a line. A record holds a complete value, not a change to one, and the
 * last record of each key counts. So a line that a crash has cut off loses that record alone. Records are written in
 * groups: a crash loses those of the last 100 ms.
 */
export class Journal<TRecord> {
  readonly #options: JournalOptions<TRecord>;
  #file: FileHandle;
  #bytes: number;
  readonly #smallBytes: number;
  #rewriteAt: number;
  /** The file may end with an incomplete line, which the next record must not continue. */
  #isTorn: boolean;
  /** The open file may have been replaced on disk. */
  #isReplaced = false;
  #pending = new Map<string, TRecord>();
  /** Those who wait for the records that are pending. */
  #waiting: Waiter[] = [];
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  private constructor(
    options: JournalOptions<TRecord>,
    { file, bytes, isTorn }: { file: FileHandle; bytes: number; isTorn: boolean },
  ) {
    this.#options = options;
    this.#smallBytes = options.smallBytes ?? defaultSmallBytes;
    this.#rewriteAt = this.#smallBytes;
    this.#file = file;
    this.#bytes = bytes;
    this.#isTorn = isTorn;
  }

  /**
   * Opens a journal, or begins one. Damaged lines are passed over.
   *
   * @param restore receives each record in order
   * @returns the journal, and a description of the damage to the file, if any
   * @throws UnreadableFile
   */
  static async open<TRecord>(
    options: JournalOptions<TRecord>,
    restore: (record: TRecord) => void,
  ): Promise<{ readonly journal: Journal<TRecord>; readonly problem: string | undefined }> {
    const { text, problem } = await readJournal(options, restore);
    // Durably, so that the folder entry survives a crash.
    if (text === undefined) await writeDurably(options.path, '');
    const file = await open(options.path, 'a', 0o600);
    const { size: bytes } = await file.stat();
    const journal = new Journal(options, { file, bytes, isTorn: text ? !text.endsWith('\n') : false });
    return { journal, problem };
  }

  /** The size of the file in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a record to the next write. */
  add(record: TRecord): void {
    this.#pending.set(this.#options.key(record), record);
    this.#running ??= this.#run();
  }

  /** Adds a record, and resolves when it has been written. @throws the error of a write, which is tried again */
  write(record: TRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.add(record);
    });
  }

  /** Resolves when everything has been written. @throws the error of the last write */
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

  /** Records that could not be written wait for the next attempt, unless newer ones replace them. */
  async #flush(): Promise<void> {
    const group = this.#pending;
    const waiting = this.#waiting;
    this.#pending = new Map();
    this.#waiting = [];
    try {
      const isRewritten = this.#bytes > this.#rewriteAt && (await this.#rewrite());
      if (!isRewritten) await this.#append(linesOf(group.values()));
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      this.#pending = new Map([...group, ...this.#pending]);
      throw error;
    }
  }

  #append(lines: string): Promise<void> {
    const { name, onFlush } = this.#options;
    return flushed(name, onFlush, async () => {
      if (this.#isReplaced) await this.#reopen();
      if (this.#isTorn) this.#bytes = (await this.#file.stat()).size;
      const text = this.#isTorn ? `\n${lines}` : lines;
      try {
        await this.#file.appendFile(text);
        await this.#file.datasync();
      } catch (error) {
        this.#isTorn = true;
        await this.#file.truncate(this.#bytes).catch(() => undefined);
        throw error;
      }
      this.#isTorn = false;
      this.#bytes += Buffer.byteLength(text);
    });
  }

  /**
   * Rewrites the file. The snapshot includes the pending records, since the caller changes its state before it adds a
   * record.
   *
   * @returns false on failure: a disk without space for a second file may have enough for a few lines
   */
  async #rewrite(): Promise<boolean> {
    const { name, onFlush, path, snapshot } = this.#options;
    try {
      await flushed(name, onFlush, async () => {
        // Until it is reopened, since the rename may succeed before something fails.
        this.#isReplaced = true;
        await writeJournal(path, snapshot());
        await this.#reopen();
      });
    } catch {
      this.#rewriteAt = this.#bytes + this.#smallBytes;
      return false;
    }
    this.#rewriteAt = Math.max(this.#smallBytes, this.#bytes * journalGrowth);
    return true;
  }

  async #reopen(): Promise<void> {
    const file = await open(this.#options.path, 'a', 0o600);
    await this.#file.close();
    this.#file = file;
    this.#bytes = (await file.stat()).size;
    this.#isReplaced = false;
  }
}

/**
 * Reads a journal and changes nothing. Damaged lines are passed over.
 *
 * @param restore receives each record in order
 * @returns the file's text, undefined if there is no file, and a description of its damage, if any
 * @throws UnreadableFile
 */
export async function readJournal<TRecord>(
  { path, parse }: Pick<JournalOptions<TRecord>, 'path' | 'parse'>,
  restore: (record: TRecord) => void,
): Promise<{ readonly text: string | undefined; readonly problem: string | undefined }> {
  const text = await readIfThere(path);
  let damaged = 0;
  for (const line of text?.split('\n') ?? []) {
    if (line === '') continue;
    const record = parseLine(line, parse);
    if (record === undefined) damaged += 1;
    else restore(record);
  }
  return { text, problem: problemOf(damaged) };
}

/** Replaces a journal with these records, atomically and durably. */
export async function writeJournal(path: string, records: Iterable<unknown>): Promise<void> {
  await writeDurably(path, linesOf(records));
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
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

function problemOf(damagedLines: number): string | undefined {
  if (damagedLines === 0) return undefined;
  return damagedLines === 1
    ? 'one damaged line was passed over'
    : `${damagedLines} damaged lines were passed over`;
}
