import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { digestPattern } from '../model/picture.ts';
import type { FileCache } from './file-cache.ts';
import { validatorPattern } from './ports.ts';

const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const validator = v.pipe(v.string(), v.regex(validatorPattern));

const recordSchema = v.strictObject({
  version: v.literal(1),
  /** SHA-256 of the picture, hexadecimal. */
  digest: v.pipe(v.string(), v.regex(digestPattern)),
  /** Its length. */
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** When the host was last asked, in milliseconds since 1970. */
  checkedAt: moment,
  /** When it has to be asked again, in milliseconds since 1970. */
  freshUntil: moment,
  etag: v.exactOptional(validator),
  lastModified: v.exactOptional(validator),
});

/** What is known of an address. */
export type AddressRecord = Readonly<Omit<v.InferOutput<typeof recordSchema>, 'version'>>;

/** The names of its files. */
export const recordNames = /^[0-9a-f]{64}\.json$/;

/** So many are kept in memory, which spares a look at pictures that are used often the reading of their files. */
const recentRecords = 10_000;

/** What each address gave, one small file each. The address itself, which may hold a secret, is written nowhere. */
export class KnownAddresses {
  readonly #files: FileCache;
  /** By file name, as on the disk. */
  readonly #recent = new LRUCache<string, AddressRecord>({ max: recentRecords });

  constructor(files: FileCache) {
    this.#files = files;
  }

  /** A record that is damaged is a miss, and removed. */
  async find(address: string): Promise<AddressRecord | undefined> {
    const name = nameOf(address);
    if (!this.#files.has(name)) return undefined;
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    const content = await this.#files.read(name);
    if (content === undefined) return undefined;
    const record = parse(content);
    if (record === undefined) await this.#files.drop(name);
    else this.#recent.set(name, record);
    return record;
  }

  /** @throws Error when it cannot be written */
  async remember(address: string, record: AddressRecord): Promise<void> {
    const name = nameOf(address);
    await this.#files.put(name, JSON.stringify({ version: 1, ...record }));
    this.#recent.set(name, record);
  }

  /** @throws Error when it cannot be removed */
  async forget(address: string): Promise<void> {
    const name = nameOf(address);
    this.#recent.delete(name);
    await this.#files.drop(name);
  }
}

function nameOf(address: string): string {
  return `${hash('sha256', address)}.json`;
}

function parse(content: Buffer): AddressRecord | undefined {
  let data: unknown;
  try {
    data = JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
  const checked = v.safeParse(recordSchema, data);
  if (!checked.success) return undefined;
  const { version: _, ...record } = checked.output;
  return record;
}
