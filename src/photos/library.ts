import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { FileCache } from '../files/file-cache.ts';
import { SingleFlight } from '../flow/single-flight.ts';
import {
  digestPattern,
  type HeldPhotos,
  type Fetched as Outcome,
  type StoredPhoto,
  tilePattern,
} from '../model/photo.ts';
import { freshness, isFresh, validatorsOf } from './freshness.ts';
import { type AddressRecord, KnownAddresses } from './known-addresses.ts';
import type { Download, Downloader } from './ports.ts';

type Fetched = Outcome<Pick<StoredPhoto, 'digest'>>;

/** Returns the folders of a library, for code that reads and writes its files. */
export function libraryFolders(folder: string): { readonly sources: string; readonly tiles: string } {
  return { sources: join(folder, 'sources'), tiles: join(folder, 'tiles') };
}

export interface LibraryOptions {
  readonly folder: string;
  /** Bound of the whole folder: a quarter for prepared tiles, a sixteenth for addresses, the rest for photos. */
  readonly maxBytes: number;
  /** Owned by the caller, who closes it after the library. */
  readonly downloader: Downloader;
  readonly now: () => Date;
  /** Deadline for all photos of a request together, in milliseconds. */
  readonly deadlineMs?: number;
  /** Photos of one request that are fetched concurrently. */
  readonly parallelPerRequest?: number;
}

/**
 * Opens the library of downloaded photos.
 *
 * | below the folder | holds |
 * |---|---|
 * | `sources/<SHA-256 of the content>` | a photo as its host sent it |
 * | `addresses.journal` | the last answer for each address, and when to ask again |
 * | `tiles/<SHA-256 of the source>-<width>x<height>` | a prepared tile; renderer processes write them |
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { folder, maxBytes, now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const folders = libraryFolders(folder);
  const forTiles = Math.floor(maxBytes / 4);
  const forAddresses = Math.floor(maxBytes / 16);
  const [sources, known, tiles] = await Promise.all([
    FileCache.open(folders.sources, {
      maxBytes: maxBytes - forTiles - forAddresses,
      names: digestPattern,
      now,
    }),
    KnownAddresses.open(join(folder, 'addresses.journal'), forAddresses),
    FileCache.open(folders.tiles, {
      maxBytes: forTiles,
      names: tilePattern,
      now,
    }),
  ]);
  return new Library(options, { sources, known, tiles });
}

/** Finds photos by address, on the disk or over the network. */
export class Library {
  /** Photos as their hosts sent them, named by digest. */
  readonly sources: FileCache;
  /** Prepared tiles, named `<digest>-<width>x<height>`. */
  readonly tiles: FileCache;
  readonly #known: KnownAddresses;
  readonly #flights = new SingleFlight<Fetched>();
  readonly #downloader: Downloader;
  readonly #now: () => Date;
  readonly #deadlineMs: number;
  readonly #parallelPerRequest: number;

  constructor(
    { downloader, now, deadlineMs = 20_000, parallelPerRequest = 24 }: LibraryOptions,
    caches: { readonly sources: FileCache; readonly known: KnownAddresses; readonly tiles: FileCache },
  ) {
    this.sources = caches.sources;
    this.tiles = caches.tiles;
    this.#known = caches.known;
    this.#downloader = downloader;
    this.#now = now;
    this.#deadlineMs = deadlineMs;
    this.#parallelPerRequest = parallelPerRequest;
  }

  /**
   * Fetches all photos of a request. Each address is fetched once, also for concurrent requests. The files
   * `sources/<digest>` stay until the release. A photo that fails or misses the deadline is an outcome, not an error.
   *
   * @param mayDownload false for an address whose photo is a problem when it is not stored, or would be checked with its host
   * @throws Error when the cache cannot be written, or the signal's reason when it is aborted; nothing is held then
   */
  async fetchAll(
    addresses: Iterable<string>,
    signal?: AbortSignal,
    mayDownload: (address: string) => boolean = () => true,
  ): Promise<HeldPhotos<Pick<StoredPhoto, 'digest'>>> {
    signal?.throwIfAborted();
    const limit = pLimit(this.#parallelPerRequest);
    const releases: (() => void)[] = [];
    const release = () => {
      for (const releaseOne of releases) releaseOne();
    };
    const { over, whenOver, stop, dispose } = requestDeadline(this.#deadlineMs, signal);
    const late = { problem: `took longer than ${this.#deadlineMs / 1000} s in all` };
    const fetchOne = async (address: string): Promise<Fetched> => {
      if (over()) return late;
      const { result, release: releaseOne } = this.#flights.run(
        mayDownload(address) ? address : `held ${address}`,
        (flight) => this.#fetch(address, flight, mayDownload(address)),
      );
      releases.push(releaseOne);
      const fetched = await Promise.race([result, whenOver]);
      if (fetched === undefined) releaseOne();
      return fetched ?? late;
    };
    try {
      const outcomes = await Promise.all(
        [...new Set(addresses)].map(async (address) => [address, await limit(fetchOne, address)] as const),
      );
      signal?.throwIfAborted();
      return { outcomes: new Map(outcomes), release };
    } catch (error) {
      stop();
      release();
      throw error;
    } finally {
      dispose();
    }
  }

  /** Returns whether a photo is stored and need not be checked with its host. */
  has(address: string): boolean {
    const known = this.#known.find(address);
    return known !== undefined && isFresh(known, this.#now()) && this.sources.has(known.digest);
  }

  /**
   * Removes a photo whose file is damaged; the next request downloads it again. The file is checked first, because
   * another caller may have repaired it.
   *
   * @throws Error when the file cannot be removed
   */
  async drop(digest: string): Promise<void> {
    const bytes = await this.sources.read(digest);
    if (bytes !== undefined && digestOf(bytes) !== digest) await this.sources.drop(digest);
  }

  /** Aborts downloads and resolves when nothing is left to write. */
  async close(): Promise<void> {
    await this.#flights.close();
    await Promise.all([this.sources.idle(), this.#known.close(), this.tiles.idle()]);
  }

  /** @param needed aborted when no request needs the photo */
  async #fetch(address: string, needed: AbortSignal, mayDownload = true): Promise<Fetched> {
    const known = await this.#find(address, needed);
    if (known !== undefined && isFresh(known, this.#now())) return { digest: known.digest };
    if (!mayDownload) return { problem: 'has not been downloaded' };

    const validators = known && validatorsIn(known);
    const answer = await this.#downloader.download(address, {
      signal: needed,
      ...(validators !== undefined && { validators }),
    });
    if (answer.kind === 'failed') return { problem: answer.problem };
    if (needed.aborted) return { problem: 'not needed any more' };
    if (answer.kind === 'picture') return this.#keep(address, answer, needed);
    if (known === undefined || validators === undefined) return { problem: '304 from host' };
    // The file was found damaged while the host was asked.
    if (!this.sources.has(known.digest)) return this.#fetch(address, needed);
    return this.#renew(address, known, answer.headers);
  }

  /** Returns the record of an address whose photo is stored, and holds the photo. */
  async #find(address: string, needed: AbortSignal): Promise<AddressRecord | undefined> {
    const known = this.#known.find(address);
    if (known === undefined) return undefined;
    this.#hold(known.digest, needed);
    if (await this.sources.intact(known.digest, known.bytes)) return known;
    this.#known.forget(address);
    return undefined;
  }

  async #keep(address: string, { bytes, headers }: Photo, needed: AbortSignal): Promise<Fetched> {
    const digest = digestOf(bytes);
    const now = this.#now();
    const { store, freshForMs } = freshness(headers, now);
    this.#hold(digest, needed);
    await this.sources.put(digest, bytes, { passing: !store });
    if (store) {
      const record = { digest, bytes: bytes.length, ...span(now, freshForMs), ...validatorsOf(headers) };
      this.#known.remember(address, record);
    } else {
      this.#known.forget(address);
    }
    return { digest };
  }

  async #renew(address: string, known: AddressRecord, headers: Photo['headers']): Promise<Fetched> {
    const now = this.#now();
    const { store, freshForMs } = freshness(headers, now, known.freshUntil - known.checkedAt);
    if (store) {
      this.#known.remember(address, { ...known, ...span(now, freshForMs), ...validatorsOf(headers) });
    } else {
      this.#known.forget(address);
      this.sources.discard(known.digest);
    }
    return { digest: known.digest };
  }

  #hold(digest: string, needed: AbortSignal): void {
    const release = this.sources.hold([digest]);
    if (needed.aborted) release();
    else needed.addEventListener('abort', release, { once: true });
  }
}

type Photo = Extract<Download, { kind: 'picture' }>;

function span(now: Date, freshForMs: number) {
  return { checkedAt: now.getTime(), freshUntil: now.getTime() + freshForMs };
}

function validatorsIn({ etag, lastModified }: AddressRecord) {
  if (etag === undefined && lastModified === undefined) return undefined;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Limits the wait of a request: until the deadline, until its signal is aborted, or until `stop`. */
function requestDeadline(deadlineMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, deadlineMs);
  signal?.addEventListener('abort', stop);
  const whenOver = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined));
  });
  const dispose = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  };
  return { over: () => controller.signal.aborted, whenOver, stop, dispose };
}
