import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Art } from '../../model/board.ts';
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
export async function readArtFile(templatesDir: string, name: string): Promise<Art> {
  const bytes = await bytesOf(join(templatesDir, artFolder, name)).catch((error: unknown) => {
    if (error instanceof ArtProblem) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ArtProblem(isMissing ? 'there is no such file' : 'cannot be read', { cause: error });
  });
  return name.endsWith('.png') ? pngArt(bytes) : svgArt(textOf(bytes));
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new ArtProblem(`is larger than ${maxBytes / 1024} KiB`);
  return readFile(path);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArtProblem('is not UTF-8');
  }
}
