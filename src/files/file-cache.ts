import * as fs from 'node:fs';
import { lstat, mkdir, readdir, rm, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

// What runs for every picture: `node:fs/promises` takes half as much time again for the same, and thrice for a reading.
const readFile = promisify(fs.readFile);
const writeFile = promisify(fs.writeFile);
const stat = promisify(fs.stat);

/** A file takes whole blocks on the disk. Counting them also bounds how many tiny files there can be. */
const blockBytes = 4096;
/** How far what the disk says of a file's last use may lag behind, so that a use costs no write. */
const recencyLagMs = 60 * 60 * 1000;

export interface FileCacheOptions {
  /** Bound in bytes; each file counts as whole blocks of 4096. */
  readonly maxBytes: number;
  /** The names that are its own. Whatever else lies in the folder is left alone. */
  readonly names: RegExp;
  readonly now: () => Date;
}

/**
 * A folder of files, bounded in bytes: the least recently used go first, except those that are held. What it
 * knows is in memory; the disk keeps the order for the next start, as modification times. One process opens it;
 * others may write files into it whose content shows when they are half written, and have them noted.
 */
export class FileCache {
  readonly #folder: string;
  readonly #options: FileCacheOptions;
  /** The least recently used first. */
  readonly #files = new Map<string, Entry>();
  readonly #holds = new Map<string, number>();
  /** The last thing begun on a file, so that no removal overtakes a write. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #background = new Set<Promise<void>>();
  #bytes = 0;

  private constructor(folder: string, options: FileCacheOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Opens the folder, made with mode 0700 if need be, and removes what exceeds the bound.
   *
   * @throws Error when the folder cannot be read or written
   */
  static async open(folder: string, options: FileCacheOptions): Promise<FileCache> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const cache = new FileCache(folder, options);
    await cache.#scan();
    await cache.#evict();
    return cache;
  }

  /** Whether it is there, as far as is known without asking the disk. Counts as a use. */
  has(name: string): boolean {
    const entry = this.#files.get(name);
    if (entry === undefined) return false;
    this.#files.delete(name);
    this.#files.set(name, entry);
    const now = this.#options.now();
    if (Math.abs(now.getTime() - entry.usedAt) > recencyLagMs) {
      entry.usedAt = now.getTime();
      this.#later(utimes(this.pathOf(name), now, now));
    }
    return true;
  }

  /**
   * Whether it is there in its full length, as the disk says. A file of another length is removed.
   *
   * @param bytes its length
   * @throws Error when it cannot be removed
   */
  async intact(name: string, bytes: number): Promise<boolean> {
    if (!this.has(name)) return false;
    if ((await lengthOf(this.pathOf(name))) === bytes) return true;
    await this.drop(name);
    return false;
  }

  /** Counts as a use. A file that cannot be read is a miss, and removed. */
  async read(name: string): Promise<Buffer | undefined> {
    if (!this.has(name)) return undefined;
    try {
      return await readFile(this.pathOf(name));
    } catch {
      await this.drop(name);
      return undefined;
    }
  }

  /**
   * Writes a file (mode 0600), unless it is there in its full length: a name stands for one content. Not synced, nor
   * there whole at once: whoever reads it checks what it reads.
   *
   * @param options.passing to be removed as soon as nobody holds it, unless it is put, before or after, to stay
   * @throws Error when it cannot be written; nothing is left behind then
   */
  async put(name: string, bytes: Uint8Array, { passing = false } = {}): Promise<void> {
    const path = this.pathOf(name);
    await this.#inTurn(name, async () => {
      if (!this.#files.has(name) || (await lengthOf(path)) !== bytes.length) await this.#write(path, bytes);
      const stays = !passing || this.#files.get(name)?.discarded === false;
      this.#remember(name, bytes.length);
      if (!stays) this.discard(name);
    });
    await this.#evict();
  }

  /** Another process has put a file of so many bytes in its place. */
  note(name: string, bytes: number): void {
    this.#check(name);
    this.#remember(name, bytes);
    this.#later(this.#evict());
  }

  /**
   * Removes a file, also one that is held: it is of no use.
   *
   * @throws Error when it cannot be removed
   */
  async drop(name: string): Promise<void> {
    if (this.#files.has(name)) await this.#remove(name);
  }

  /** Removes a file as soon as nobody holds it, unless it is put once more before. */
  discard(name: string): void {
    const entry = this.#files.get(name);
    if (entry === undefined) return;
    if (this.#holds.has(name)) entry.discarded = true;
    else this.#later(this.#remove(name));
  }

  /**
   * Keeps files, there or yet to come, from making room for others.
   *
   * @returns the release; a second call does nothing
   */
  hold(names: Iterable<string>): () => void {
    const held = [...names];
    for (const name of held) this.#holds.set(name, (this.#holds.get(name) ?? 0) + 1);
    return () => {
      for (const name of held.splice(0)) this.#letGo(name);
      this.#later(this.#evict());
    };
  }

  /** Where it is, or would be. @throws Error for a name that is not its own */
  pathOf(name: string): string {
    this.#check(name);
    return join(this.#folder, name);
  }

  /** Resolves when nothing is left to do on the disk. */
  async idle(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  async #scan(): Promise<void> {
    const found: { name: string; bytes: number; usedAt: number }[] = [];
    await pLimit(16).map(await readdir(this.#folder), async (name) => {
      const path = join(this.#folder, name);
      if (!this.#options.names.test(name)) return;
      const file = await lstat(path);
      if (file.isFile()) found.push({ name, bytes: file.size, usedAt: file.mtimeMs });
    });
    found.sort((a, b) => a.usedAt - b.usedAt || (a.name < b.name ? -1 : 1));
    for (const { name, bytes, usedAt } of found) this.#remember(name, bytes, usedAt);
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await writeOrRemove(path, bytes);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      // Somebody has cleared the cache by removing the folder.
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeOrRemove(path, bytes);
    }
  }

  #remember(name: string, bytes: number, usedAt: number = this.#options.now().getTime()): void {
    this.#forget(name);
    const taken = Math.max(1, Math.ceil(bytes / blockBytes)) * blockBytes;
    this.#files.set(name, { bytes: taken, usedAt, discarded: false });
    this.#bytes += taken;
  }

  #forget(name: string): void {
    this.#bytes -= this.#files.get(name)?.bytes ?? 0;
    this.#files.delete(name);
  }

  async #evict(): Promise<void> {
    const removals: Promise<void>[] = [];
    for (const name of this.#files.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break;
      if (!this.#holds.has(name)) removals.push(this.#remove(name));
    }
    await Promise.all(removals);
  }

  async #remove(name: string): Promise<void> {
    const entry = this.#files.get(name);
    this.#forget(name);
    await this.#inTurn(name, async () => {
      // Put once more while this waited for its turn.
      if (this.#files.has(name)) return;
      try {
        await unlink(this.pathOf(name));
      } catch (error) {
        if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return;
        // It still takes its room.
        if (entry !== undefined) this.#remember(name, entry.bytes);
        throw error;
      }
    });
  }

  #letGo(name: string): void {
    const left = (this.#holds.get(name) ?? 1) - 1;
    if (left > 0) {
      this.#holds.set(name, left);
      return;
    }
    this.#holds.delete(name);
    if (this.#files.get(name)?.discarded) this.#later(this.#remove(name));
  }

  async #inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.#turns.set(name, ended);
    try {
      await turn;
    } finally {
      if (this.#turns.get(name) === ended) this.#turns.delete(name);
    }
  }

  /** Nobody waits for it, and its failure shows as soon as somebody writes. */
  #later(work: Promise<void>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#background.delete(tracked));
    this.#background.add(tracked);
  }

  #check(name: string): void {
    if (!this.#options.names.test(name)) throw new Error(`Not a name of this cache: ${JSON.stringify(name)}`);
  }
}

interface Entry {
  /** What it takes on the disk. */
  readonly bytes: number;
  /** When it was last used as the disk says, in milliseconds since 1970. */
  usedAt: number;
  /** To be removed when the last hold ends. */
  discarded: boolean;
}

/** In bytes; undefined where there is no file. */
function lengthOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Half a file is of no use. */
async function writeOrRemove(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes, { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
