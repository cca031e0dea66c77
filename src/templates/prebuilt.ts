import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { built } from '../files/package-files.ts';
import { hasCode } from '../model/error-code.ts';

/**
 * What the build works out about the templates of the package (`scripts/build-templates.mjs`), so that no start has to. It
 * holds for a text wherever that comes from; for other texts the service works it out itself.
 */

/** Files that hold valid templates, by their digests of `digestOf`, with the names of the files of art that they need. */
export type ValidFiles = ReadonlyMap<string, readonly string[]>;

export async function readValidFiles(): Promise<ValidFiles> {
  const text = await readBuilt(built.templates);
  const entries: readonly [string, readonly string[]][] = text === undefined ? [] : JSON.parse(text);
  return new Map(entries);
}

/** Returns the digest of a file. Its name belongs to it: it has to agree with the template's id. */
export function digestOf(fileName: string, bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${fileName}\n`), bytes]), 'base64');
}

/** Returns texts with their search terms, of `termsOf`. */
export async function readSearchTerms(): Promise<Map<string, readonly string[]>> {
  const text = await readBuilt(built.searchTerms);
  const entries: readonly [string, readonly string[]][] = text === undefined ? [] : JSON.parse(text);
  return new Map(entries);
}

/** Returns undefined for sources that run in a test without a build. */
async function readBuilt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
