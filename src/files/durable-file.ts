import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsync, openSync, renameSync, writeFile } from 'node:fs';
import { link, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, hasCode } from '../model/error-code.ts';

const temporarySuffix = '.tmp';

/**
 * Only writing and syncing, which wait for the disk, take the way through the thread pool, which costs more than all the
 * other calls for a file: those change no more than what is in memory.
 */
const [write, sync] = [promisify(writeFile), promisify(fsync)];

/** Of a file that must not be there yet, and of which each write returns when it is on the disk. */
const newAndSynced = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/** The new file is in its place, but a power cut may bring the old one back. */
export class UnsyncedFile extends Error {
  override readonly name = 'UnsyncedFile';
}

/**
 * Replaces a file atomically: after a crash it is either the old one or the new one, complete. When the promise resolves,
 * the new one survives a power cut. Mode 0600.
 *
 * @param options.backup a path under which the old file stays
 * @throws UnsyncedFile when only the last step failed; any other error leaves the old file in place
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
    renameSync(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  try {
    await syncFolder(dirname(path));
  } catch (cause) {
    throw new UnsyncedFile(`${path} is replaced, but its folder is not synced`, { cause });
  }
}

/**
 * Creates a file, which survives a power cut when the promise resolves. It costs one write of the file system's journal
 * instead of two, but until then a crash may leave a part of the file: for files that are checked when they are read.
 * Mode 0600.
 *
 * @throws the system's error: also when there is such a file; otherwise there may be a part of it
 */
export async function createDurably(path: string, content: Uint8Array): Promise<void> {
  await writeNew(path, content);
  await syncFolder(dirname(path));
}

/** A file exists and cannot be read. The message is one line: the file, the reason, and the way back. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(path: string, cause: unknown) {
    const wayBack = 'Let the user of the service read it, or put it back from a backup.';
    super(`${path}: cannot be read (${codeOf(cause)}). ${wayBack}`, { cause });
  }
}

/** Reads a text. @returns undefined when there is no file @throws UnreadableFile */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new UnreadableFile(path, error);
  }
}

/** Renames a damaged file to make room for a new one. @returns its new path, at which there was no file */
export async function putAside(path: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const aside = attempt === 1 ? `${path}.damaged` : `${path}.damaged-${attempt}`;
    try {
      // Unlike a rename, it replaces no file.
      await link(path, aside);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw error;
    }
    await rm(path);
    return aside;
  }
}

/** Removes the temporary files that a crash has left in a folder. No other process may be writing there. */
export async function removeTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.[0-9a-f]{12}\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

function temporaryBeside(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`;
}

async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = openSync(path, newAndSynced, 0o600);
  try {
    await write(file, content);
  } finally {
    closeSync(file);
  }
}

/** Links the old file under a temporary name, which then replaces the backup: neither file is ever missing. */
async function keepAs(path: string, backup: string): Promise<void> {
  const temporary = temporaryBeside(backup);
  try {
    await link(path, temporary);
    await rename(temporary, backup);
  } catch (error) {
    // The first write has nothing to back up.
    if (!hasCode(error, 'ENOENT')) throw error;
  } finally {
    // POSIX: renaming one of two names of the same file to the other removes neither. They are the same file when the
    // previous write failed after this point.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Makes a rename durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, 'r');
  try {
    await sync(folder);
  } finally {
    closeSync(folder);
  }
}
