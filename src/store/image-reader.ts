import type { FileHandle } from 'node:fs/promises';
import type { Format } from '../model/vocabulary.ts';

/** A stored picture, open for reading. Whoever gets one closes the file. */
export interface StoredImage {
  readonly id: string;
  readonly format: Format;
  readonly expiresAt: Date;
  readonly bytes: number;
  readonly file: FileHandle;
}

/** Where the image route reads. */
export interface ImageReader {
  /** @throws Failure notFound for a name we never gave out, gone for an expired one */
  open(fileName: string): Promise<StoredImage>;
}
