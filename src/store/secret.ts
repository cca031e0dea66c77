import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, writeDurably } from '../files/durable-file.ts';
import { StoreError } from './store-error.ts';

const bytes = 32;

/** The random secret of a data directory. Each use has a key of its own, derived from it. */
export interface Secret {
  /** Derives a key for HMAC-SHA256. A signature for one purpose is not valid for another. */
  derive(purpose: string): Buffer;
}

/**
 * Reads `<dataDir>/secret`, or creates it.
 *
 * @param options.mayCreate false when the store contains data that only the existing secret can check
 * @throws StoreError when the file is damaged, or is missing and may not be created
 */
export async function openSecret(dataDir: string, options: { readonly mayCreate: boolean }): Promise<Secret> {
  const path = join(dataDir, 'secret');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    throw new StoreError(path, `cannot be read (${code})`, 'Put it back from a backup.');
  });
  if (text === undefined && !options.mayCreate) {
    throw new StoreError(
      path,
      'is missing, and the keys in keys.json can be checked only with it',
      'Put the file back from a backup made together with keys.json, or remove the keys from keys.json and create new ones.',
    );
  }
  const value = text === undefined ? await createSecret(path) : Buffer.from(text.trim(), 'hex');
  if (value.length !== bytes) {
    throw new StoreError(
      path,
      `is damaged: it must hold ${bytes * 2} hexadecimal digits`,
      'Put it back from a backup.',
    );
  }
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', value, '', `tierpress ${purpose}`, bytes)) };
}

async function createSecret(path: string): Promise<Buffer> {
  const value = randomBytes(bytes);
  await writeDurably(path, `${value.toString('hex')}\n`);
  return value;
}

/** Computes HMAC-SHA256 (RFC 2104). */
export function hmac(key: Buffer, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
