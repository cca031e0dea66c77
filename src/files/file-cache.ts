import * as fs from 'node:fs';
import { lstat, mkdir, readdir, rm, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { hasCode } from '../model/error-code.ts';

// These run for every photo: `node:fs/promises` takes half as long again for a write, and three times as long for a read.
const readFile = promisify(fs.readFile);
const writeFile = promisify(fs.writeFile);
const stat = promisify(fs.stat);

/** A file occupies whole blocks of the disk. Counting blocks also bounds the number of tiny files. */
const blockBytes = 4096;
/** How far a file's modification time may lag behind its last use, so that most uses cause no write. */
const recencyLagMs = 60 * 60 * 1000;

export interface FileCacheOptions {
  /** Bound in bytes; each file counts as whole blocks of 4096. */
  readonly maxBytes: number;
  /** The names of the cache's files. Other files in the folder are left alone. */
  readonly names: RegExp;
  readonly now: () => Date;
}

/**
 * A folder of files, bounded in bytes: the least recently used are removed first, except those that are held. Its index
 * is in memory; modification times store the order for the next start. One process opens it. Other processes may write
 * files into the folder, if a reader can detect a partial write, and have them registered with `note`.
 */
export class FileCache {
  readonly #folder: string;
  readonly #options: FileCacheOptions;
  /** The least recently used first. */
  readonly #files = new Map<string, Entry>();
  readonly #holds = new Map<string, number>();
  /** The last operation on each file, so that no removal overtakes a write. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #background = new Set<Promise<void>>();
  #bytes = 0;

  private constructor(folder: string, options: FileCacheOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Opens the folder, which is created with mode 0700 if need be, and removes what exceeds the bound.
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

  /** Returns whether the index contains a file, without a look at the disk. Counts as a use. */
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
   * Returns whether a file is on the disk with its full length. A file of another length is removed.
   *
   * @param bytes the expected length
   * @throws Error when it cannot be removed
   */
  async intact(name: string, bytes: number): Promise<boolean> {
    if (!this.has(name)) return false;
    if ((await lengthOf(this.pathOf(name))) === bytes) return true;
    await this.drop(name);
    return false;
  }

  /** Reads a file, which counts as a use. One that cannot be read is removed, and undefined is returned. */
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
   * Writes a file (mode 0600), unless it exists with its full length: a name always has the same content. The write is
   * neither synced nor atomic, so readers check what they read.
   *
   * @param options.passing removes the file when its last hold ends, unless another `put` makes it stay
   * @throws Error when it cannot be written; no partial file is left
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

  /** Registers a file that another process has written. */
  record(name: string, bytes: number): void {
    this.#check(name);
    this.#remember(name, bytes);
    this.#later(this.#evict());
  }

  /**
   * Removes a damaged file, even if it is held.
   *
   * @throws Error when it cannot be removed
   */
  async drop(name: string): Promise<void> {
    if (this.#files.has(name)) await this.#remove(name);
  }

  /** Removes a file when its last hold ends, unless it is put again before. */
  discard(name: string): void {
    const entry = this.#files.get(name);
    if (entry === undefined) return;
    if (this.#holds.has(name)) entry.discarded = true;
    else this.#later(this.#remove(name));
  }

  /**
   * Protects files, existing or not, from being removed to make room.
   *
   * @returns a function that ends the hold; a second call does nothing
   */
  hold(names: Iterable<string>): () => void {
    const held = [...names];
    for (const name of held) this.#holds.set(name, (this.#holds.get(name) ?? 0) + 1);
    return () => {
      for (const name of held.splice(0)) this.#endHold(name);
      this.#later(this.#evict());
    };
  }

  /** Returns the path of a file, existing or not. @throws Error for a name that does not match `names` */
  pathOf(name: string): string {
    this.#check(name);
    return join(this.#folder, name);
  }

  /** Resolves when no operation on the disk is pending. */
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
      // The folder has been removed, to clear the cache.
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeOrRemove(path, bytes);
    }
  }

  #remember(name: string, bytes: number, usedAt: number = this.#options.now().getTime()): void {
    this.#forget(name);
    const occupied = Math.max(1, Math.ceil(bytes / blockBytes)) * blockBytes;
    this.#files.set(name, { bytes: occupied, usedAt, discarded: false });
    this.#bytes += occupied;
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
      // Put again while this waited for its turn.
      if (this.#files.has(name)) return;
      try {
        await unlink(this.pathOf(name));
      } catch (error) {
        if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return;
        // It still occupies the disk.
        if (entry !== undefined) this.#remember(name, entry.bytes);
        throw error;
      }
    });
  }

  #endHold(name: string): void {
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

  /** Runs in the background. A failure is reported by the next write. */
  #later(work: Promise<void>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#background.delete(tracked));
    this.#background.add(tracked);
  }

  #check(name: string): void {
    if (!this.#options.names.test(name)) throw new Error(`Not a name of this cache: ${JSON.stringify(name)}`);
  }
}

interface Entry {
  /** The space that it occupies on the disk. */
  readonly bytes: number;
  /** The file's modification time, in milliseconds since 1970. */
  usedAt: number;
  /** Whether it is removed when the last hold ends. */
  discarded: boolean;
}

/** Returns the size of a file in bytes; undefined when it does not exist. */
function lengthOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Writes a file; removes it when only a part could be written. */
async function writeOrRemove(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes, { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}
