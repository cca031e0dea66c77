import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, putAside, writeDurably } from './durable-file.ts';
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
  /** A file smaller than this is never worth writing anew, in bytes. */
  readonly smallBytes?: number;
}

const defaultGatherMs = 100;
const defaultSmallBytes = 1024 * 1024;
/** A file is written anew when it has become so many times as large as when it was last. */
export const journalGrowth = 4;
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
  readonly #smallBytes: number;
  #rewriteAt: number;
  /** The file may end with half a line: what comes next must not continue it. */
  #isTorn: boolean;
  /** Another file may have taken the place of the one that is open. */
  #isReplaced = false;
  #pending = new Map<string, TRecord>();
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
   * @param restore is called with each record in order
   * @returns the journal, and what was wrong with the file; a file that cannot be read at all is put aside
   */
  static async open<TRecord>(
    options: JournalOptions<TRecord>,
    restore: (record: TRecord) => void,
  ): Promise<{ readonly journal: Journal<TRecord>; readonly problem: string | undefined }> {
    const { text, problem } = await readOrPutAside(options.path);
    let damaged = 0;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const record = parseLine(line, options.parse);
      if (record === undefined) damaged += 1;
      else restore(record);
    }
    const file = await open(options.path, 'a', 0o600);
    const { size: bytes } = await file.stat();
    const journal = new Journal(options, { file, bytes, isTorn: text !== '' && !text.endsWith('\n') });
    return { journal, problem: problem ?? problemOf(damaged) };
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
    const group = this.#pending;
    this.#pending = new Map();
    try {
      if (this.#bytes > this.#rewriteAt && (await this.#rewrite())) return;
      await this.#append(linesOf(group.values()));
    } catch (error) {
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
   * Writes the whole file anew. The snapshot holds what is pending too, for the caller changes its state before it adds
   * a record.
   *
   * @returns false when that failed: where there is no room for a second file there may be some for a few lines
   */
  async #rewrite(): Promise<boolean> {
    const { name, onFlush, path, snapshot } = this.#options;
    try {
      await flushed(name, onFlush, async () => {
        // Until it is open again, for a failure may come after the rename.
        this.#isReplaced = true;
        await writeDurably(path, linesOf(snapshot()));
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

/** Counts are not worth a start that is refused. */
async function readOrPutAside(path: string): Promise<{ readonly text: string; readonly problem?: string }> {
  try {
    return { text: await readFile(path, 'utf8') };
  } catch (error) {
    const code = codeOf(error);
    const aside = code === 'ENOENT' ? undefined : await putAside(path);
    // Made like this so that the folder keeps it, whatever happens.
    await writeDurably(path, '');
    return aside === undefined
      ? { text: '' }
      : { text: '', problem: `could not be read (${code}) and was renamed to ${aside}` };
  }
}

function problemOf(damagedLines: number): string | undefined {
  if (damagedLines === 0) return undefined;
  return damagedLines === 1
    ? 'one damaged line was passed over'
    : `${damagedLines} damaged lines were passed over`;
}
