import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../model/failure.ts';
import type { PhotoSize } from '../../model/photo.ts';

/** Signs the addresses of photos in previews, so that the service downloads nothing that no preview shows. */
export interface PhotoLinks {
  /** Returns the path of a photo. Within an hour it is the same, so that a browser loads a photo once for many previews. */
  pathTo(photo: PhotoSize): string;
  /**
   * Returns the photo that a query names, and how long its path is valid.
   *
   * @throws Failure forbidden for a query that was not signed here, or has expired
   */
  read(query: { readonly u?: unknown; readonly s?: unknown }): {
    readonly photo: PhotoSize;
    readonly secondsLeft: number;
  };
}

const hour = 60 * 60;
const signatureLength = 32;

/** @param key for HMAC-SHA256 */
export function createPhotoLinks(key: Buffer, now: () => Date): PhotoLinks {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const signatureOf = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, signatureLength);
  return {
    pathTo({ address, width, height }) {
      const expiresAt = (Math.floor(seconds() / hour) + 2) * hour;
      const text = Buffer.from(`${expiresAt} ${width} ${height} ${address}`).toString('base64url');
      return `/tier/photo?u=${text}&s=${signatureOf(text)}`;
    },
    read({ u, s }) {
      if (typeof u !== 'string' || typeof s !== 'string' || !isEqual(signatureOf(u), s))
        throw new Failure('forbidden', 'The signature is not valid');
      const [, expiresAt, width, height, address = ''] =
        /^(\d+) (\d+) (\d+) (.*)$/s.exec(Buffer.from(u, 'base64url').toString()) ?? [];
      const secondsLeft = Number(expiresAt) - seconds();
      if (!(secondsLeft > 0)) throw new Failure('forbidden', 'The address has expired');
      return { photo: { address, width: Number(width), height: Number(height) }, secondsLeft };
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
