import { constants, type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/**
 * The length of the lock file in bytes. It is written in place, which takes no space: a service can start on a full disk.
 * An address is a path of at most 107 bytes.
 */
const length = 512;

/**
 * The right to write in a data directory, which one process has at a time. The kernel keeps the lock (an open file
 * description lock on Linux, flock on macOS), so it ends with its process, however that ends.
 */
export interface FolderLock {
  /** The address that the previous holder announced, if it was killed. */
  readonly leftAddress: string | undefined;
  /** Publishes the address at which other processes can reach the holder of the lock. */
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks a folder, which is created if need be. @returns undefined when another process holds the lock */
export async function lockFolder(dataDir: string): Promise<FolderLock | undefined> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = await openOwn(lockFile(dataDir));
  if (!tryLock(file.fd)) {
    await file.close();
    return undefined;
  }
  const say = (text: string) => file.write(`${text.padEnd(length - 1)}\n`, 0);
  const leftAddress = await announcedAddress(dataDir);
  await say('');
  return {
    leftAddress,
    async announce(address) {
      await say(JSON.stringify({ pid: process.pid, address }));
    },
    async release() {
      await say('');
      await file.close();
    },
  };
}

/** Returns the address that the holder of a folder's lock has announced, if any. */
export async function announcedAddress(dataDir: string): Promise<string | undefined> {
  const text = await readFile(lockFile(dataDir), 'utf8').catch(() => '');
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || !('address' in content)) return undefined;
    return typeof content.address === 'string' ? content.address : undefined;
  } catch {
    // Empty or incomplete: the holder is starting.
    return undefined;
  }
}

function openOwn(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'lock');
}
