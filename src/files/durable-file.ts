import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const temporarySuffix = '.tmp';

/**
 * Replaces a file so that after a crash at any moment it is either the old one or the new one, whole.
 * When this resolves, the new one survives a power cut. Mode 0600.
 *
 * @param options.backup where the old file stays reachable
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  options: { readonly backup?: string } = {},
): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await writeNew(temporary, content);
    if (options.backup !== undefined) await keepAs(path, options.backup);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes way for a new file where there is one that cannot be used. @returns where the old one is now */
export async function putAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  await rename(path, aside);
  return aside;
}

/** Removes what a crash has left half-written in a folder. Nobody else may be writing there. */
export async function removeTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.[0-9a-f]{12}\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

function temporaryBeside(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`;
}

async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The old file gets a second name, then that name takes the backup's place: at no moment is either missing. */
async function keepAs(path: string, backup: string): Promise<void> {
  const temporary = temporaryBeside(backup);
  try {
    await link(path, temporary);
    await rename(temporary, backup);
  } catch (error) {
    // The first write of all has nothing to keep.
    if (!hasCode(error, 'ENOENT')) throw error;
  } finally {
    // A rename between two names of one file leaves both (POSIX): the backup is that file already where the last write
    // came no further than here.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** A rename is durable only when the folder itself has been written. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } finally {
    await folder?.close();
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** The system's name of an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
