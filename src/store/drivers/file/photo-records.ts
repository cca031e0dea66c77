import { join } from 'node:path';
import * as v from 'valibot';
import type { OnFlush } from '../../../files/flush.ts';
import { Journal } from '../../../files/journal.ts';
import type { PhotoBounds, PhotoRecord, PhotoRecords } from '../../photo-records.ts';
import { fileNames } from './file-names.ts';

const count = v.pipe(v.number(), v.safeInteger());
const recordSchema = v.variant('s', [
  v.object({
    /** `reserved` or `hidden`: its bytes are to be removed after a crash. */
    s: v.picklist(['reserved', 'kept', 'hidden']),
    n: v.string(),
    id: v.string(),
    a: v.nullable(v.string()),
    d: v.string(),
    b: count,
    w: count,
    h: count,
    /** When it was used, reserved or hidden. */
    u: count,
  }),
  v.object({ s: v.literal('forgotten'), n: v.string() }),
]);
/** A line of `photos.journal`. */
type StoredPhotoRecord = v.InferOutput<typeof recordSchema>;
/** The line of a photo that is there. */
export type StoredPhoto = Exclude<StoredPhotoRecord, { s: 'forgotten' }> & { readonly s: 'kept' };
type State = Exclude<StoredPhotoRecord['s'], 'forgotten'>;

export function parsePhotoRecord(value: unknown): StoredPhotoRecord | undefined {
  return v.is(recordSchema, value) ? value : undefined;
}

/** An upload waits twice for a write. */
const gatherMs = 5;

export interface FilePhotoRecordsOptions {
  /** Reports damage to the file. */
  readonly warn: (message: string) => void;
  readonly onFlush?: OnFlush;
}

/** The records of uploaded photos, in memory and in `<dataDir>/photos.journal`. */
export class FilePhotoRecords implements PhotoRecords {
  /** By name. */
  readonly #all = new Map<string, Entry>();
  /** Those that are kept, by id. */
  readonly #kept = new Map<string, PhotoRecord>();
  #journal: Journal<StoredPhotoRecord> | undefined;

  private constructor() {}

  static async open(dataDir: string, { warn, onFlush }: FilePhotoRecordsOptions): Promise<FilePhotoRecords> {
    const records = new FilePhotoRecords();
    const { journal, problem } = await Journal.open<StoredPhotoRecord>(
      {
        path: join(dataDir, fileNames.photoRecords),
        name: 'photos',
        parse: parsePhotoRecord,
        key: ({ n }) => n,
        snapshot: () => [...records.#all.values()].map(stored),
        onFlush,
        gatherMs,
      },
      (line) => records.#restore(line),
    );
    if (problem !== undefined) warn(`${fileNames.photoRecords}: ${problem}`);
    records.#journal = journal;
    return records;
  }

  async reserve(record: PhotoRecord): Promise<void> {
    await this.#set({ record, state: 'reserved' });
  }

  async keep(record: PhotoRecord): Promise<boolean> {
    if (this.#kept.has(record.id)) return false;
    await this.#set({ record, state: 'kept' });
    return true;
  }

  async find(id: string): Promise<PhotoRecord | undefined> {
    return this.#kept.get(id);
  }

  async touch(id: string, usedAt: number): Promise<void> {
    const record = this.#kept.get(id);
    if (record === undefined) return;
    const entry = { record: { ...record, usedAt }, state: 'kept' } as const;
    this.#remember(entry);
    this.#journal?.add(stored(entry));
  }

  async hide(name: string, at: number): Promise<void> {
    const entry = this.#all.get(name);
    if (entry?.state === 'kept') await this.#hideAll([entry.record], at);
  }

  async hideBeyond(bounds: PhotoBounds, at: number): Promise<readonly string[]> {
    const kept = [...this.#kept.values()];
    const [ofVisitors, ofAccounts] = [
      kept.filter(({ accountId }) => accountId === null),
      kept.filter(({ accountId }) => accountId !== null),
    ];
    const beyond = [
      ...beyondBound(ofVisitors, bounds.usedSince, bounds.visitorBytes),
      ...beyondBound(ofAccounts, bounds.usedSince, bounds.accountBytes),
    ];
    return this.#hideAll(beyond, at);
  }

  async leftovers(at: number): Promise<readonly string[]> {
    const left = [...this.#all.values()].filter(
      ({ state, record }) => state !== 'kept' && record.usedAt <= at,
    );
    return left.map(({ record }) => record.name);
  }

  async forget(names: readonly string[]): Promise<void> {
    const written = names.map((n) => {
      this.#all.delete(n);
      return this.#journal?.write({ s: 'forgotten', n });
    });
    await Promise.all(written);
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#journal?.close();
  }

  async #hideAll(records: readonly PhotoRecord[], usedAt: number): Promise<readonly string[]> {
    await Promise.all(records.map((record) => this.#set({ record: { ...record, usedAt }, state: 'hidden' })));
    return records.map(({ name }) => name);
  }

  async #set(entry: Entry): Promise<void> {
    this.#remember(entry);
    await this.#journal?.write(stored(entry));
  }

  #remember(entry: Entry): void {
    const { name, id } = entry.record;
    this.#all.set(name, entry);
    if (entry.state === 'kept') this.#kept.set(id, entry.record);
    else if (this.#kept.get(id)?.name === name) this.#kept.delete(id);
  }

  #restore(line: StoredPhotoRecord): void {
    if (line.s === 'forgotten') this.#all.delete(line.n);
    else this.#remember(entryOf(line));
  }
}

interface Entry {
  readonly record: PhotoRecord;
  readonly state: State;
}

/** Returns the records of one kind that are too old, or have no room beside those used later. */
function beyondBound(records: readonly PhotoRecord[], usedSince: number, maxBytes: number): PhotoRecord[] {
  const total = records.reduce((sum, { bytes }) => sum + bytes, 0);
  const old = (record: PhotoRecord) => record.usedAt <= usedSince;
  if (total <= maxBytes) return records.filter(old);
  let sum = 0;
  return records
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .filter((record) => {
      sum += record.bytes;
      return sum > maxBytes || old(record);
    });
}

function stored({ record, state: s }: Entry): StoredPhotoRecord {
  const { name: n, id, accountId: a, digest: d, bytes: b, width: w, height: h, usedAt: u } = record;
  return { s, n, id, a, d, b, w, h, u };
}

/** Returns the record of a line, and whether it is kept. */
function entryOf({
  s: state,
  n: name,
  id,
  a: accountId,
  d: digest,
  b: bytes,
  w: width,
  h: height,
  u: usedAt,
}: Exclude<StoredPhotoRecord, { s: 'forgotten' }>): Entry {
  return { record: { name, id, accountId, digest, bytes, width, height, usedAt }, state };
}
