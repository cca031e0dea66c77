import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { passwordLength } from '../model/credentials.ts';
import { Failure } from '../model/failure.ts';

/** The cost of one hash (RFC 7914): N = 2^ln, 128 · N · r bytes of memory, and `p` repetitions. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export interface Passwords {
  /**
   * Hashes a password to a PHC string: `$scrypt$ln=16,r=8,p=2$<salt>$<hash>`
   * (https://github.com/P-H-C/phc-string-format)
   * @throws Failure noCapacity when too many are waiting
   */
  hash(password: string): Promise<string>;
  /**
   * Returns whether a hash is of this password. Without a hash it returns false after the same time, so that response
   * times do not reveal which addresses have an account.
   *
   * @throws Failure noCapacity when too many are waiting
   * @throws Error for a malformed hash, which means that the store is damaged
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

/** 64 MiB, one of the equal choices of https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const owaspCost: ScryptCost = { ln: 16, r: 8, p: 2 };
/** The largest of those choices in each parameter: 128 MiB. A damaged file must not demand more. */
const maxCost: ScryptCost = { ln: 17, r: 8, p: 10 };
const saltBytes = 16;
const hashBytes = 32;
/** Two take 128 MiB, and two of the four threads of libuv's pool. The others are for files. */
const atOnce = 2;
/** About eight seconds of work for one core, the longest that a client is likely to wait. */
const maxWaiting = 32;

/** Base64 without padding: 16 bytes are 22 characters, 32 are 43. */
const phcString =
  /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([0-9A-Za-z+/]{22})\$([0-9A-Za-z+/]{43})$/;

/**
 * Checks a new password. Characters are code points after normalisation, as NIST SP 800-63B counts them.
 *
 * @throws Failure badPassword
 */
export function checkPassword(password: string): void {
  // Every lone surrogate would be hashed as U+FFFD.
  if (/\p{Cs}/u.test(password)) throw bad('must be well-formed Unicode');
  const normalised = normalise(password);
  const { length } = [...normalised];
  if (length < passwordLength.min || length > passwordLength.max) {
    throw bad(`must have ${passwordLength.min} to ${passwordLength.max} characters`);
  }
  if (normalised.trim() === '') throw bad('must not be white space alone');
}

function bad(what: string): Failure {
  return new Failure('badPassword', `password: ${what}`);
}

/**
 * Hashes passwords with scrypt, outside the event loop.
 *
 * @param randomBytes an unpredictable source of bytes
 * @param cost of new hashes; an existing hash states its own
 */
export function createPasswords(
  randomBytes: (count: number) => Buffer,
  cost: ScryptCost = owaspCost,
): Passwords {
  const turns = pLimit(atOnce);
  const dummy: Hashed = { cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

  async function inTurn(password: string, salt: Buffer, withCost: ScryptCost): Promise<Buffer> {
    if (turns.pendingCount >= maxWaiting) {
      throw new Failure('noCapacity', 'Too many logins at once; try again in a moment', { retryAfter: 1 });
    }
    return turns(() => derive(normalise(password), salt, withCost));
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return format({ cost, salt, hash: await inTurn(password, salt, cost) });
    },
    async verify(password, text) {
      const known = text === undefined ? dummy : parse(text);
      const same = timingSafeEqual(await inTurn(password, known.salt, known.cost), known.hash);
      return same && known !== dummy;
    },
  };
}

interface Hashed {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * Returns one form of a password that can be typed as different code points: an é is one on some keyboards and two on
 * others, and input methods for Chinese or Japanese may write full-width Latin letters. NFKC, as NIST SP 800-63B says.
 */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln;
  // As OpenSSL counts: N blocks, p work blocks, and two to mix.
  return scryptAsync(password, salt, hashBytes, { N, r, p, maxmem: 128 * r * (N + p + 2) });
}

function format({ cost: { ln, r, p }, salt, hash }: Hashed): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parse(text: string): Hashed {
  const [, ln, r, p, salt, hash] = phcString.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A password hash in the store is damaged');
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (cost.ln > maxCost.ln || cost.r > maxCost.r || cost.p > maxCost.p) {
    throw new Error('A password hash in the store asks for more work than any of ours');
  }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}
