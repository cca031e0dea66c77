import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { built } from '../files/package-files.ts';
import { hasCode } from '../model/error-code.ts';

/**
 * What the build works out about the templates of the package (`scripts/build-templates.mjs`), so that no start has to. It
 * holds for a text wherever that comes from; for other texts the service works it out itself.
 */

/** Files that hold valid templates, by their digests of `digestOf`, with the files of art that they need. */
export type ValidFiles = ReadonlyMap<string, ArtSizes>;

/** The sizes of files of art by their names, in bytes. */
export type ArtSizes = Readonly<Record<string, number>>;

export function readValidFiles(): Promise<ValidFiles> {
  return readBuilt(built.templates);
}

/** Returns the digest of a file. Its name belongs to it: it has to agree with the template's id. */
export function digestOf(fileName: string, bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${fileName}\n`), bytes]), 'base64');
}

/** Returns texts with their search terms, of `termsOf`. */
export function readSearchTerms(): Promise<Map<string, readonly string[]>> {
  return readBuilt(built.searchTerms);
}

/** Returns the entries of a file; none for sources that run in a test without a build. */
async function readBuilt<T>(path: string): Promise<Map<string, T>> {
  try {
    const entries: readonly [string, T][] = JSON.parse(await readFile(path, 'utf8'));
    return new Map(entries);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return new Map();
    throw error;
  }
}
