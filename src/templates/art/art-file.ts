import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Art } from '../../model/board.ts';
import { hasCode } from '../../model/error-code.ts';
import { ArtProblem } from './art-problem.ts';
import { pngArt } from './png-art.ts';
import { svgArt } from './svg-art.ts';

/** Inside the folder of templates. */
const artFolder = 'art';
/** Maximum size of a file, in bytes: every render spec contains the art of its items. */
const maxBytes = 32 * 1024;

/**
 * Reads a file of art that comes with the templates.
 *
 * @param name of the file in `art/`, already validated as a plain file name
 * @throws ArtProblem
 */
export function readArtFile(templatesDir: string, name: string): Art {
  const bytes = bytesOf(join(templatesDir, artFolder, name));
  return name.endsWith('.png') ? pngArt(bytes) : svgArt(textOf(bytes));
}

/** Returns the names of the files of art that come with the templates: none if the folder cannot be read. */
export async function artNames(templatesDir: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(join(templatesDir, artFolder)).catch(() => []));
}

function bytesOf(path: string): Uint8Array {
  try {
    if (statSync(path).size <= maxBytes) return readFileSync(path);
  } catch (cause) {
    throw new ArtProblem(hasCode(cause, 'ENOENT') ? 'there is no such file' : 'cannot be read', { cause });
  }
  throw new ArtProblem(`is larger than ${maxBytes / 1024} KiB`);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArtProblem('is not UTF-8');
  }
}
