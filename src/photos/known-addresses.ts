import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Journal, journalGrowth } from '../files/journal.ts';
import { rememberLast } from '../model/lru.ts';
import { digestPattern } from '../model/photo.ts';
import { validatorPattern } from './ports.ts';

const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const validator = v.pipe(v.string(), v.regex(validatorPattern));
const digest = v.pipe(v.string(), v.regex(digestPattern));

const recordSchema = v.strictObject({
  /** SHA-256 of the photo, in hexadecimal. */
  digest,
  /** Length of the photo in bytes. */
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** When the host was last asked, in milliseconds since 1970. */
  checkedAt: moment,
  /** When the host has to be asked again, in milliseconds since 1970. */
  freshUntil: moment,
  etag: v.exactOptional(validator),
  lastModified: v.exactOptional(validator),
});

/** A line of the file. `of` is the SHA-256 of the address; a line without a record forgets the address. */
const lineSchema = v.strictObject({
  version: v.literal(1),
  of: digest,
  record: v.exactOptional(recordSchema),
});

/** What the last answer for an address said. */
export type AddressRecord = Readonly<v.InferOutput<typeof recordSchema>>;
type Line = v.InferOutput<typeof lineSchema>;

/** Length of the longest line, with both validators. */
const lineBytes = 1024;
/** Maximum number of addresses held in memory. */
const maxAddresses = 50_000;

/**
 * Stores the last answer for each address in one append-only file: a small file for each would cost as much as
 * storing the photo. Addresses may contain a secret and are never written. A crash loses the last records, which
 * costs a download each.
 */
export class KnownAddresses {
  readonly #records: LRUCache<string, AddressRecord>;
  readonly #journal: Journal<Line>;

  private constructor(records: LRUCache<string, AddressRecord>, journal: Journal<Line>) {
    this.#records = records;
    this.#journal = journal;
  }

  /**
   * @param maxBytes bound of the file; the least recently used addresses are forgotten
   * @throws Error when the file cannot be written
   */
  static async open(path: string, maxBytes: number): Promise<KnownAddresses> {
    const smallBytes = Math.floor(maxBytes / 2);
    const maxRecords = Math.floor(maxBytes / journalGrowth / lineBytes);
    const records = rememberLast<string, AddressRecord>(Math.max(1, Math.min(maxRecords, maxAddresses)));
    const { journal } = await Journal.open<Line>(
      {
        path,
        name: 'picture-addresses',
        parse: (value) => (v.is(lineSchema, value) ? value : undefined),
        key: ({ of }) => of,
        snapshot: () => linesOf(records),
        smallBytes,
      },
      ({ of, record }) => {
        if (record === undefined) records.delete(of);
        else records.set(of, record);
      },
    );
    return new KnownAddresses(records, journal);
  }

  find(address: string): AddressRecord | undefined {
    return this.#records.get(keyOf(address));
  }

  remember(address: string, record: AddressRecord): void {
    const of = keyOf(address);
    this.#records.set(of, record);
    this.#journal.add(lineOf(of, record));
  }

  forget(address: string): void {
    const of = keyOf(address);
    this.#records.delete(of);
    // The file may hold records that memory had no room for.
    this.#journal.add(lineOf(of));
  }

  /** Resolves when nothing is left to write, or when writing has failed for good. */
  async close(): Promise<void> {
    await this.#journal.close().catch(() => undefined);
  }
}

/** Least recently used first. */
function* linesOf(records: LRUCache<string, AddressRecord>): Generator<Line> {
  for (const of of records.rkeys()) {
    const record = records.peek(of);
    if (record) yield lineOf(of, record);
  }
}

function lineOf(of: string, record?: AddressRecord): Line {
  return { version: 1, of, ...(record && { record }) };
}

function keyOf(address: string): string {
  return hash('sha256', address);
}
