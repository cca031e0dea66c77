import { crc32 } from 'node:zlib';

const prefix = 'sk_live_';
const randomLength = 32;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/**
 * Generates an API key: `sk_live_`, 32 random base62 characters (190 bits), and the CRC32 of those 32 in 6 base62 characters.
 *
 * @param randomBytes an unpredictable source of bytes
 */
export function generateApiKey(randomBytes: (count: number) => Uint8Array): string {
  const random = randomBase62(randomBytes);
  return `${prefix}${random}${checksumOf(random)}`;
}

/** Returns whether a text has the form of a key, so that a mistyped one is refused without a look-up. */
export function isWellFormedApiKey(text: string): boolean {
  const [, random, checksum] = shape.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/** Returns the part of a key that lists show, so that its owner can recognise it. */
export function hintOf(key: string): string {
  return `${prefix}…${key.slice(-4)}`;
}

/** Drops bytes from 248 on: 248 is the largest multiple of 62 in a byte, and the rest would favour some characters. */
function randomBase62(randomBytes: (count: number) => Uint8Array): string {
  let text = '';
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      if (byte < 248 && text.length < randomLength) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
