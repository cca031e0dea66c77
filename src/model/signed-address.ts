import { type Format, imageFormats, type Scale } from './vocabulary.ts';

/** What a signed address says of its image, besides the signature. */
export interface SignedImage {
  /** The board: see board-link/text.ts. */
  readonly b: string;
  readonly format: Format;
  readonly scale: Scale;
  readonly keyId: string;
}

/** Characters of a signature: 192 bits in base64url. */
const signatureLength = 32;

/** Returns the text that is signed, the beginning of the address below the base URL. */
export function signedText({ b, format, scale, keyId }: SignedImage): string {
  return `/i/${b}.${imageFormats[format].extension}?k=${keyId}${scale === 2 ? '&scale=2' : ''}`;
}

/** Returns the signature. @param hmac of the signed text, with SHA-256 and the signing secret of the key, in base64url */
export function signatureIn(hmac: string): string {
  return hmac.slice(0, signatureLength);
}

/** Returns the address of an image below the base URL. */
export function signedAddress(text: string, signature: string): string {
  return `${text}&s=${signature}`;
}
