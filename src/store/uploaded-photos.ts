import { hash, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import type { Config } from '../config/config.ts';
import { every } from '../flow/every.ts';
import { Failure } from '../model/failure.ts';
import type { ReencodedPhoto, SavedPhoto } from '../model/photo.ts';
import type { PhotoRecord, PhotoRecords } from './photo-records.ts';
import type { PhotoBytes, UploadedPhoto, UploadedPhotos } from './ports.ts';
import { hmac, type Secret } from './secret.ts';

export interface UploadedPhotoDeps {
  readonly records: PhotoRecords;
  readonly bytes: PhotoBytes;
  readonly secret: Secret;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: () => Date;
  readonly limits: Pick<Config, 'uploadLifeDays' | 'uploadMegabytes' | 'visitorUploadMegabytes'>;
  /** Reports that photos could not be removed; this is tried again. */
  readonly onProblem: (error: unknown) => void;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const megabyte = 1024 * 1024;
/** How far the recorded use of a photo may lag behind, so that most uses change nothing. */
const useLagMs = hourMs;
const sweepEveryMs = hourMs;
/** An upload takes less. Only after this time are its bytes left over from a crash. */
const uploadMs = 10 * 60 * 1000;
const idBytes = 24;
const nameBytes = 16;
/** A file takes whole blocks of a disk, so that counting them also bounds the number of tiny photos. */
const blockBytes = 4096;
const removedAtOnce = 4;
const retryAfter = 30;

/** The uploaded photos of any two drivers, one for their records and one for their bytes. */
export class UploadedPhotoStore implements UploadedPhotos {
  readonly #deps: UploadedPhotoDeps;
  readonly #idKey: Buffer;
  readonly #deleteKey: Buffer;
  readonly #lifeMs: number;
  readonly #limit = pLimit(removedAtOnce);
  readonly #stopSweeping: () => void;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(deps: UploadedPhotoDeps) {
    this.#deps = deps;
    this.#idKey = deps.secret.derive('uploaded photos');
    this.#deleteKey = deps.secret.derive('keys that delete uploaded photos');
    this.#lifeMs = deps.limits.uploadLifeDays * dayMs;
    this.#stopSweeping = every(sweepEveryMs, () => this.sweep());
  }

  async save(photo: ReencodedPhoto, accountId?: string): Promise<SavedPhoto> {
    const digest = hash('sha256', photo.bytes);
    const id = this.#newId(digest, accountId);
    try {
      const record = (await this.#keptAlready(id)) ?? (await this.#add(photo, { id, digest, accountId }));
      const { width, height, usedAt } = record;
      const deleteKey = accountId === undefined ? { deleteKey: this.#deleteKeyOf(id) } : {};
      return { id, width, height, expiresAt: new Date(usedAt + this.#lifeMs), ...deleteKey };
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      throw new Failure('storeUnavailable', 'The photo could not be saved', { cause, retryAfter });
    }
  }

  async find(id: string): Promise<UploadedPhoto | undefined> {
    const record = await this.#use(id);
    if (record === undefined) return undefined;
    const { accountId, digest } = record;
    return { accountId: accountId ?? undefined, digest, read: () => this.#read(record) };
  }

  isDeleteKey(id: string, key: string): boolean {
    const [given, expected] = [Buffer.from(key), Buffer.from(this.#deleteKeyOf(id))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async remove(id: string): Promise<void> {
    const record = await this.#deps.records.find(id);
    if (record !== undefined) await this.#remove(record);
  }

  /**
   * Removes what has expired or is beyond the bounds, and what crashes have left behind. Never rejects.
   *
   * @param graceMs how long ago such a crash was at least
   */
  sweep(graceMs: number = uploadMs): Promise<void> {
    const { records, now, onProblem } = this.#deps;
    const sweep = async () => {
      // Hidden as if before, so that they are among those left over.
      await records.hideBeyond(this.#bounds(), now().getTime() - graceMs);
      await this.#removeBytes(await records.leftovers(now().getTime() - graceMs));
    };
    this.#sweeping = this.#sweeping.then(sweep).catch(onProblem);
    return this.#sweeping;
  }

  async close(): Promise<void> {
    this.#stopSweeping();
    await this.#sweeping;
  }

  /** An account's id follows from the photo, so that the same photo has the same id. A visitor's is random. */
  #newId(digest: string, accountId: string | undefined): string {
    const id =
      accountId === undefined
        ? this.#deps.randomBytes(idBytes)
        : hmac(this.#idKey, `${accountId} ${digest}`).subarray(0, idBytes);
    return `photo_${id.toString('base64url')}`;
  }

  #deleteKeyOf(id: string): string {
    return `delete_${hmac(this.#deleteKey, id).subarray(0, idBytes).toString('base64url')}`;
  }

  async #keptAlready(id: string): Promise<PhotoRecord | undefined> {
    const record = await this.#use(id);
    return record && (await this.#read(record)) && record;
  }

  async #add(
    photo: ReencodedPhoto,
    { id, digest, accountId = null }: { id: string; digest: string; accountId?: string | null | undefined },
  ): Promise<PhotoRecord> {
    const { records, bytes, randomBytes, now } = this.#deps;
    const { width, height } = photo;
    const usedAt = now().getTime();
    const name = randomBytes(nameBytes).toString('base64url');
    const space = Math.ceil(photo.bytes.length / blockBytes) * blockBytes;
    const record = { name, id, accountId, digest, bytes: space, width, height, usedAt };
    await records.reserve(record);
    await bytes.put(name, photo.bytes);
    // Otherwise another request has just uploaded the same photo.
    const isNew = await records.keep(record);
    const beyond = await records.hideBeyond(this.#bounds(), usedAt);
    await this.#removeBytes(isNew ? beyond : [...beyond, name]);
    return record;
  }

  async #use(id: string): Promise<PhotoRecord | undefined> {
    const { records, now } = this.#deps;
    const record = await records.find(id);
    const time = now().getTime();
    if (record === undefined || record.usedAt + this.#lifeMs <= time) return undefined;
    // Also when the clock has been put back.
    if (Math.abs(time - record.usedAt) <= useLagMs) return record;
    await records.touch(id, time);
    return { ...record, usedAt: time };
  }

  async #remove({ name }: PhotoRecord): Promise<void> {
    const { records, now } = this.#deps;
    await records.hide(name, now().getTime());
    await this.#removeBytes([name]);
  }

  async #read(record: PhotoRecord): Promise<Uint8Array | undefined> {
    let bytes: Uint8Array | undefined;
    try {
      bytes = await this.#deps.bytes.get(record.name);
    } catch (cause) {
      throw new Failure('storeUnavailable', 'The photo cannot be read now', { cause, retryAfter });
    }
    if (bytes !== undefined && hash('sha256', bytes) === record.digest) return bytes;
    await this.#remove(record);
    return undefined;
  }

  /** Removes bytes whose records are hidden. What fails is left to the next sweep. */
  async #removeBytes(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { records, bytes, onProblem } = this.#deps;
    try {
      await this.#limit.map(names, (name) => bytes.delete(name));
      await records.forget(names);
    } catch (error) {
      onProblem(error);
    }
  }

  #bounds() {
    const { now, limits } = this.#deps;
    return {
      usedSince: now().getTime() - this.#lifeMs,
      accountBytes: limits.uploadMegabytes * megabyte,
      visitorBytes: limits.visitorUploadMegabytes * megabyte,
    };
  }
}
