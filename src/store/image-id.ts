import { timingSafeEqual } from 'node:crypto';
import type { Format } from '../model/vocabulary.ts';
import { hmac } from './secret.ts';

const expiryBytes = 4;
const randomLength = 14;
const tagLength = 12;
const idShape = /^[0-9A-Za-z_-]{40}$/;

/**
 * Issues and checks renderIds. A renderId contains the expiry of its image and a signature, so that an expired one can be
 * distinguished from an invented one without a record: base64url of the expiry (seconds since 1970, 32 bits), 112 random
 * bits and the first 96 bits of an HMAC over both and the format.
 */
export interface ImageIds {
  issue(format: Format, expiresAt: Date): string;
  /** Returns when the image expires or expired; undefined for an id that was never issued for this format. */
  expiryOf(id: string, format: Format): Date | undefined;
}

/** Reads the expiry from a file name without checking its signature, in milliseconds since 1970. */
export function claimedExpiry(fileName: string): number {
  return Buffer.from(fileName.slice(0, 8), 'base64url').readUInt32BE(0) * 1000;
}

export function imageIds(key: Buffer, randomBytes: (count: number) => Buffer): ImageIds {
  const tag = (payload: Buffer, format: Format) =>
    hmac(key, Buffer.concat([payload, Buffer.from(format)])).subarray(0, tagLength);
  return {
    issue(format, expiresAt) {
      const expiry = Buffer.alloc(expiryBytes);
      expiry.writeUInt32BE(Math.ceil(expiresAt.getTime() / 1000));
      const payload = Buffer.concat([expiry, randomBytes(randomLength)]);
      return Buffer.concat([payload, tag(payload, format)]).toString('base64url');
    },
    expiryOf(id, format) {
      if (!idShape.test(id)) return undefined;
      const bytes = Buffer.from(id, 'base64url');
      const payload = bytes.subarray(0, expiryBytes + randomLength);
      if (!timingSafeEqual(bytes.subarray(payload.length), tag(payload, format))) return undefined;
      return new Date(payload.readUInt32BE(0) * 1000);
    },
  };
}
