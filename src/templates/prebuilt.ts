import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { built } from '../files/package-files.ts';
import type { Art } from '../model/board.ts';
import { hasCode } from '../model/error-code.ts';

/**
 * What the build works out about the templates of the package (`scripts/build-templates.mjs`), so that no start has to. It
 * holds for a text wherever that comes from; for other texts the service works it out itself.
 */

/** What is known about files, by their digests of `digestOf`. */
export interface KnownFiles {
  /** Those that hold valid templates, with the names of the files of art that they need. */
  readonly valid: ReadonlyMap<string, readonly string[]>;
  /** Returns the drawings in files of art. They are many, and read when one is needed first. */
  readonly art: () => ReadonlyMap<string, Art>;
}

export const noKnownFiles: KnownFiles = { valid: new Map(), art: () => new Map() };

export async function readKnownFiles(): Promise<KnownFiles> {
  const text = await readBuilt(built.templates);
  if (text === undefined) return noKnownFiles;
  const valid: readonly [string, readonly string[]][] = JSON.parse(text);
  let art: ReadonlyMap<string, Art> | undefined;
  return {
    valid: new Map(valid),
    art() {
      art ??= new Map<string, Art>(JSON.parse(readFileSync(built.art, 'utf8')));
      return art;
    },
  };
}

/** Returns the digest of a file. Its name belongs to it: it has to agree with the template's id, or names the format of art. */
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
