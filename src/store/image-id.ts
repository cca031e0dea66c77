import { hash, timingSafeEqual } from 'node:crypto';
import { type Format, formatOfExtension } from '../model/vocabulary.ts';
import { hmac } from './secret.ts';

const payloadLength = 18;
const nonceLength = 7;
const sizeLength = 3;
const checksumLength = 4;
const tagLength = 12;
const idShape = /^[0-9A-Za-z_-]{40}$/;

/**
 * Issues and checks renderIds. A renderId contains the expiry of its image, its size and checksum, and a signature, so
 * that an expired or damaged image can be distinguished from an invented one without a record: base64url of the expiry
 * (seconds since 1970, 32 bits), 56 random bits, the low 24 bits of the size, the first 32 bits of the SHA-256 of the
 * bytes, and the first 96 bits of an HMAC over all of these and the format.
 */
export interface ImageIds {
  issue(bytes: Uint8Array, format: Format, expiresAt: Date): string;
  /** Returns what an id says of its image; undefined for an id that was never issued for this format. */
  read(id: string, format: Format): IssuedImage | undefined;
}

/** What a renderId says of its image. */
export interface IssuedImage {
  readonly expiresAt: Date;
  /** Returns false for a size that the image does not have, in bytes. */
  mayHaveSize(size: number): boolean;
  /** Returns whether these are the bytes of the image. */
  matches(bytes: Uint8Array): boolean;
}

/** What a file name says of its image. */
export interface NamedImage extends IssuedImage {
  readonly id: string;
  readonly format: Format;
}

/** Reads a file name `<renderId>.<extension>`. @returns undefined for a name that was never issued */
export function readImageName(ids: ImageIds, fileName: string): NamedImage | undefined {
  const [id = '', extension = '', ...rest] = fileName.split('.');
  const format = formatOfExtension(extension);
  if (format === undefined || rest.length > 0) return undefined;
  const issued = ids.read(id, format);
  return issued && { id, format, ...issued };
}

/** Reads the expiry from a file name without checking its signature, in milliseconds since 1970. */
export function claimedExpiry(fileName: string): number {
  return Buffer.from(fileName.slice(0, 8), 'base64url').readUInt32BE(0) * 1000;
}

export function imageIds(key: Buffer, randomBytes: (count: number) => Buffer): ImageIds {
  const tag = (payload: Buffer, kind: string) =>
    hmac(key, Buffer.concat([payload, Buffer.from(kind)])).subarray(0, tagLength);
  return {
    issue(bytes, format, expiresAt) {
      const expiry = Buffer.alloc(4);
      expiry.writeUInt32BE(Math.ceil(expiresAt.getTime() / 1000));
      const payload = Buffer.concat([
        expiry,
        randomBytes(nonceLength),
        sizeOf(bytes.length),
        checksumOf(bytes),
      ]);
      return Buffer.concat([payload, tag(payload, `checked ${format}`)]).toString('base64url');
    },
    read(id, format) {
      if (!idShape.test(id)) return undefined;
      const all = Buffer.from(id, 'base64url');
      const payload = all.subarray(0, payloadLength);
      const isTagged = (kind: string) => timingSafeEqual(all.subarray(payloadLength), tag(payload, kind));
      const expiresAt = new Date(payload.readUInt32BE(0) * 1000);
      if (isTagged(`checked ${format}`)) {
        const size = payload.subarray(-sizeLength - checksumLength, -checksumLength);
        const checksum = payload.subarray(-checksumLength);
        return {
          expiresAt,
          mayHaveSize: (bytes) => sizeOf(bytes).equals(size),
          matches: (bytes) => sizeOf(bytes.length).equals(size) && checksumOf(bytes).equals(checksum),
        };
      }
      // Ids of before the checksum, which have random bits in its place.
      if (!isTagged(format)) return undefined;
      return { expiresAt, mayHaveSize: (bytes) => bytes > 0, matches: ({ length }) => length > 0 };
    },
  };
}

/** Returns the low 24 bits. */
function sizeOf(bytes: number): Buffer {
  const size = Buffer.alloc(sizeLength);
  size.writeUIntBE(bytes % 2 ** 24, 0, sizeLength);
  return size;
}

function checksumOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, checksumLength);
}
