import { join } from 'node:path';
import * as v from 'valibot';
import type { OnFlush } from '../../../files/flush.ts';
import { Journal } from '../../../files/journal.ts';
import { imageFile } from '../../../model/addresses.ts';
import { rememberLast } from '../../../model/lru.ts';
import { formats } from '../../../model/vocabulary.ts';
import type { RenderRecord } from '../../../render/ports.ts';
import { fileNames } from './file-names.ts';

const moment = v.pipe(v.number(), v.safeInteger());
const recordSchema = v.object({
  f: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  id: v.string(),
  format: v.picklist(formats),
  created: moment,
  expires: moment,
  width: moment,
  height: moment,
  warnings: v.optional(v.array(v.string()), []),
});
/** A line of `renders.journal`: `f` is the fingerprint of the board. */
export type StoredRender = v.InferInput<typeof recordSchema>;

export function parseRender(value: unknown): StoredRender | undefined {
  return v.is(recordSchema, value) ? value : undefined;
}

/** About 200 bytes each. Beyond this number, the least recently used are forgotten. */
const maxRecords = 200_000;

export interface FileRenderIndexOptions {
  readonly now: () => Date;
  /** How long an image is reused after its creation, in milliseconds. */
  readonly windowMs: number;
  /** Returns whether the file of an image still exists. */
  readonly hasImage: (fileName: string) => boolean;
  /** Reports damage to the file. */
  readonly warn: (message: string) => void;
  readonly onFlush?: OnFlush;
}

/** The index of the render cache, in memory and in `<dataDir>/renders.journal`. A crash loses the last 100 ms of it. */
export class FileRenderIndex {
  readonly #options: FileRenderIndexOptions;
  readonly #records = rememberLast<string, RenderRecord>(maxRecords);
  #journal: Journal<StoredRender> | undefined;

  private constructor(options: FileRenderIndexOptions) {
    this.#options = options;
  }

  static async open(dataDir: string, options: FileRenderIndexOptions): Promise<FileRenderIndex> {
    const index = new FileRenderIndex(options);
    const { journal, problem } = await Journal.open<StoredRender>(
      {
        path: join(dataDir, fileNames.renders),
        name: 'renders',
        parse: parseRender,
        key: (record) => record.f,
        snapshot: () => index.#worthKeeping(),
        onFlush: options.onFlush,
      },
      ({ f, id, format, created, expires, width, height, warnings = [] }) => {
        const [createdAt, expiresAt] = [new Date(created), new Date(expires)];
        index.#records.set(f, { renderId: id, format, createdAt, expiresAt, width, height, warnings });
      },
    );
    if (problem !== undefined) options.warn(`${fileNames.renders}: ${problem}`);
    index.#journal = journal;
    return index;
  }

  /** Returns the image of a fingerprint while it is current and its file exists. */
  find(fingerprint: string): RenderRecord | undefined {
    const record = this.findKept(fingerprint);
    return record && this.#isCurrent(record) ? record : undefined;
  }

  /** Returns the image of a fingerprint, of any age, while its file exists. */
  findKept(fingerprint: string): RenderRecord | undefined {
    const record = this.#records.get(fingerprint);
    if (record === undefined || this.#isKept(record)) return record;
    this.#records.delete(fingerprint);
    return undefined;
  }

  async remember(fingerprint: string, record: RenderRecord): Promise<void> {
    this.#records.set(fingerprint, record);
    this.#journal?.add(stored(fingerprint, record));
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#journal?.close();
  }

  /** An image from the future, after the clock was put back, is not current. */
  #isCurrent({ createdAt }: RenderRecord): boolean {
    const { now, windowMs } = this.#options;
    const age = now().getTime() - createdAt.getTime();
    return age >= 0 && age < windowMs;
  }

  #isKept({ renderId, format, expiresAt }: RenderRecord): boolean {
    const { now, hasImage } = this.#options;
    return expiresAt > now() && hasImage(imageFile(renderId, format));
  }

  *#worthKeeping(): Generator<StoredRender> {
    // Least recently used first, so that reading them again restores their order.
    for (const fingerprint of this.#records.rkeys()) {
      const record = this.#records.peek(fingerprint);
      if (record !== undefined && this.#isKept(record)) yield stored(fingerprint, record);
    }
  }
}

function stored(f: string, record: RenderRecord): StoredRender {
  const { renderId: id, format, createdAt, expiresAt, width, height, warnings } = record;
  return {
    f,
    id,
    format,
    created: createdAt.getTime(),
    expires: expiresAt.getTime(),
    width,
    height,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}
