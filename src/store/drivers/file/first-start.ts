import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, writeDurably } from '../../../files/durable-file.ts';

/**
 * Remembers over a crash that the first start has begun and its owner has not been told a key: for so long
 * `<dataDir>/first-start` is there.
 */
export interface FirstStart {
  /** Whether one was begun and not finished. */
  readonly isUnfinished: boolean;
  begin(): Promise<void>;
  /** The owner has been told. */
  finish(): Promise<void>;
}

/** Whoever asks holds the data directory's lock. */
export async function firstStartOf(dataDir: string): Promise<FirstStart> {
  const path = join(dataDir, 'first-start');
  return {
    isUnfinished: await isThere(path),
    begin: () => writeDurably(path, ''),
    finish: () => rm(path, { force: true }),
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
