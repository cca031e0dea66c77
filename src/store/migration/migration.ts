import type { S3Address, S3Credentials } from '../../config/s3-address.ts';
import { S3Client } from '../drivers/s3/client.ts';
import { StoreError } from '../store-error.ts';
import { type CopiedImages, type ImagePlace, s3Images } from './images.ts';
import { differenceOf, type StateCounts } from './state.ts';

/** A copy from a data directory to shared stores, or back. */
export interface Migration {
  readonly dataDir: string;
  /** The address of the database. */
  readonly store: string;
  readonly secretFile: string;
  /** Absent: images are not copied. */
  readonly s3?: { readonly address: S3Address; readonly credentials: S3Credentials };
  /** Whether the images of the data directory's service are in the directory. */
  readonly imagesAreHere: boolean;
  readonly now: Date;
  /** Reports a problem that does not end the copy. */
  readonly warn: (message: string) => void;
}

export interface Copied {
  /** As they have been counted in the target. */
  readonly counts: StateCounts;
  readonly images: CopiedImages | undefined;
}

export function s3ImagesOf({ s3 }: Migration): ImagePlace | undefined {
  return s3 && s3Images(new S3Client(s3.address, s3.credentials));
}

/** Returns the address of a database without what may be secret. */
export function shownAddress(store: string): string {
  const url = new URL(store);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** @throws StoreError when the target does not hold as much as the source */
export function checkCounts(source: StateCounts, target: StateCounts): void {
  const difference = differenceOf(source, target);
  if (difference === undefined) return;
  throw new StoreError(
    'the copy',
    `is not complete (${difference})`,
    'It was undone, and the source is as it was. Please report this.',
  );
}
