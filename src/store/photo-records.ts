/** What a store knows of an uploaded photo besides its bytes. */
export interface PhotoRecord {
  /** Names its bytes: unlike the id, it is new for each upload. */
  readonly name: string;
  readonly id: string;
  /** Null for a visitor's. */
  readonly accountId: string | null;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  /** The space that its bytes take. */
  readonly bytes: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** What may be kept, in bytes and since when (milliseconds since 1970). */
export interface PhotoBounds {
  readonly usedSince: number;
  readonly accountBytes: number;
  readonly visitorBytes: number;
}

/**
 * The records of uploaded photos, as a driver stores them. Bytes never exist without a record, so that a crash leaves
 * none behind: a record is reserved before its bytes are written, and then kept; it is hidden before they are removed,
 * and then forgotten. What is neither kept nor forgotten is left over from a crash. Changes are durable when their
 * promises resolve.
 */
export interface PhotoRecords {
  /** Adds a record that `find` does not see. */
  reserve(record: PhotoRecord): Promise<void>;
  /** Shows a reserved record. @returns false when there is another one of its id, and then it stays as it is */
  keep(record: PhotoRecord): Promise<boolean>;
  find(id: string): Promise<PhotoRecord | undefined>;
  /** Records a use. It may be lost. */
  touch(id: string, usedAt: number): Promise<void>;
  /** Hides a record that is kept, at a time. */
  hide(name: string, at: number): Promise<void>;
  /**
   * Hides what has not been used for too long, and then the least recently used, of accounts and of visitors, until the
   * rest is within the bounds. Returns their names.
   */
  hideBeyond(bounds: PhotoBounds, at: number): Promise<readonly string[]>;
  /** Returns the names of records that were reserved or hidden at a time or before, and not forgotten. */
  leftovers(at: number): Promise<readonly string[]>;
  /** Removes records whose bytes are removed. */
  forget(names: readonly string[]): Promise<void>;
}
