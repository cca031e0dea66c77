import { BoardLinkError } from './form.ts';

/**
 * The text of a board in an address, `b`: a version character and base64url (RFC 4648, 5). Version 0 is the JSON of a
 * compact form, version 1 the same after raw deflate (RFC 1951). No version is ever given up.
 */
const versions = { plain: '0', deflated: '1' } as const;

export const linkLimits = {
  /** Characters of `b`: addresses twice as long do not pass all proxies. */
  characters: 8 * 1024,
  /** Bytes of the JSON, which are the most that a body may have. */
  jsonBytes: 256 * 1024,
} as const;

/** The content of a `b`. */
export interface PackedBoard {
  readonly isDeflated: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @throws BoardLinkError */
export function unpackText(b: string): PackedBoard {
  const version = b.charAt(0);
  if (b.length > linkLimits.characters) throw new BoardLinkError('is too long');
  if (version !== versions.plain && version !== versions.deflated)
    throw new BoardLinkError('has a version that this service does not know');
  return { isDeflated: version === versions.deflated, bytes: bytesOf(b.slice(1)) };
}

/** @returns undefined for what fits into no address */
export function packText({ isDeflated, bytes }: PackedBoard): string | undefined {
  // Base64 first takes more memory than the bytes, of which there may be any number.
  if (bytes.length > linkLimits.characters) return undefined;
  const b = (isDeflated ? versions.deflated : versions.plain) + base64urlOf(bytes);
  return b.length <= linkLimits.characters ? b : undefined;
}

/** Returns bytes in base64url, in browsers too. */
export function base64urlOf(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(base64url: string): PackedBoard['bytes'] {
  if (!/^[\w-]*$/.test(base64url) || base64url.length % 4 === 1) throw new BoardLinkError('is not base64url');
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @throws BoardLinkError */
export function jsonIn(bytes: Uint8Array): unknown {
  if (bytes.length > linkLimits.jsonBytes) throw tooLarge();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged();
  }
}

export function damaged(): BoardLinkError {
  return new BoardLinkError('is damaged or incomplete');
}

export function tooLarge(): BoardLinkError {
  return new BoardLinkError(`holds more than ${linkLimits.jsonBytes / 1024} KiB`);
}
