import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Art } from '../../model/board.ts';
import { hasCode } from '../../model/error-code.ts';
import type { ArtSizes } from '../prebuilt.ts';
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

/** Whether files of art still have these sizes. Reading all of them would take most of the time of a start. */
export function haveSizes(templatesDir: string, sizes: ArtSizes): boolean {
  const folder = join(templatesDir, artFolder);
  return Object.entries(sizes).every(
    ([name, size]) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size === size,
  );
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
