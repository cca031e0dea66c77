import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readIfThere, writeDurably } from '../files/durable-file.ts';
import { StoreError } from './store-error.ts';

const bytes = 32;

/** The random secret of a data directory. Each use has a key of its own, derived from it. */
export interface Secret {
  /** Derives a key for HMAC-SHA256. A signature for one purpose is not valid for another. */
  derive(purpose: string): Buffer;
  /** Distinguishes this secret from others without revealing it: 64 hexadecimal digits. */
  readonly mark: string;
}

/**
 * Reads the secret of a data directory, or creates it.
 *
 * @param keys the content of `keys.json`: with keys in it, only the secret that they were hashed with will do
 * @throws StoreError when the file is damaged, or the keys need another one; UnreadableFile
 */
export async function openSecret(
  path: string,
  { keys, secretMark }: { readonly keys: readonly unknown[]; readonly secretMark?: string | undefined },
): Promise<Secret> {
  const text = await readIfThere(path);
  if (text === undefined && keys.length > 0) {
    throw new StoreError(path, 'is missing, and the keys in keys.json can be checked only with it', wayBack);
  }
  const secret = secretOf(text === undefined ? await createSecret(path) : parse(path, text));
  if (keys.length > 0 && secretMark !== undefined && secretMark !== secret.mark) {
    throw new StoreError(path, 'is not the one that the keys in keys.json were created with', wayBack);
  }
  return secret;
}

/**
 * Reads the secret of stores that several replicas share.
 *
 * @param whenMissing what to do about a secret that is missing
 * @throws StoreError when there is none, or it is damaged; UnreadableFile
 */
export async function readSharedSecret(
  path: string,
  whenMissing = `Create it once, with "openssl rand -hex ${bytes}", and name it in TIERPRESS_SECRET_FILE.`,
): Promise<Secret> {
  const text = await readIfThere(path);
  if (text === undefined) {
    throw new StoreError(path, 'is missing, and replicas that share a store share its secret', whenMissing);
  }
  return secretOf(parse(path, text));
}

/** @throws StoreError */
function parse(path: string, text: string): Buffer {
  if (/^\s*[0-9a-f]{64}\s*$/i.test(text)) return Buffer.from(text.trim(), 'hex');
  throw new StoreError(
    path,
    `is damaged: it must hold ${bytes * 2} hexadecimal digits and nothing else`,
    'Put it back from a backup.',
  );
}

function secretOf(value: Buffer): Secret {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', value, '', `tierpress ${purpose}`, bytes));
  return { derive, mark: derive('mark of the secret').toString('hex') };
}

const wayBack =
  'Put the file back from a backup made together with keys.json, or remove the keys from keys.json and create new ones.';

async function createSecret(path: string): Promise<Buffer> {
  const value = randomBytes(bytes);
  await writeDurably(path, `${value.toString('hex')}\n`);
  return value;
}

/** Computes HMAC-SHA256 (RFC 2104). */
export function hmac(key: Buffer, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
