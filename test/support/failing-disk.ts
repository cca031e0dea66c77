import type * as files from 'node:fs';
import type * as fs from 'node:fs/promises';

/** How writes fail: on a full disk, or on a broken one. */
interface Fault {
  /** The system's code of the error. */
  readonly code: 'ENOSPC' | 'EDQUOT' | 'EIO' | 'EROFS';
  /** The paths that fail. */
  readonly path: RegExp;
  /** Number of bytes that are written before a write fails. */
  readonly room?: number;
  /** Whether only syncing fails. */
  readonly onlySync?: boolean;
  /** Whether truncating a file fails, too. */
  readonly keepsLength?: boolean;
}

let fault: Fault | undefined;

/** Makes writes fail until `mendDisk`. `withFaults` has to replace node:fs/promises, and `withFileFaults` node:fs. */
export function breakDisk(next: Fault): void {
  fault = next;
}

export function mendDisk(): void {
  fault = undefined;
}

/** Returns the functions of node:fs/promises, which fail while the disk is broken. For `vi.mock`. */
export function withFaults(real: typeof fs): typeof fs {
  return {
    ...real,
    async open(path, flags, mode) {
      const current = faultAt(String(path));
      if (current?.code === 'EROFS' && flags !== 'r') throw errorOf(current, 'open');
      return fragile(await real.open(path, flags, mode), String(path));
    },
    async rm(path, options) {
      // A full disk always has space for less.
      const current = faultAt(String(path));
      if (current !== undefined && !['ENOSPC', 'EDQUOT'].includes(current.code))
        throw errorOf(current, 'unlink');
      return real.rm(path, options);
    },
  };
}

function fragile(file: fs.FileHandle, path: string): fs.FileHandle {
  const write = file.appendFile.bind(file);
  const truncate = file.truncate.bind(file);
  const writeOrFail: typeof write = async (data, options) => {
    const current = faultAt(path);
    if (current === undefined || current.onlySync) return write(data, options);
    await write(Buffer.from(data).subarray(0, current.room ?? 0));
    throw errorOf(current, 'write');
  };
  const sync = file.sync.bind(file);
  return Object.assign(file, {
    async sync() {
      const current = faultAt(path);
      if (current?.onlySync) throw errorOf(current, 'fsync');
      return sync();
    },
    appendFile: writeOrFail,
    writeFile: writeOrFail,
    async truncate(length?: number) {
      const current = faultAt(path);
      if (current?.keepsLength) throw errorOf(current, 'ftruncate');
      return truncate(length);
    },
  });
}

/** Returns the functions of node:fs, of which those for new files fail while the disk is broken. For `vi.mock`. */
export function withFileFaults(real: typeof files): typeof files {
  const paths = new Map<number, string>();
  const pathOf = (file: number) => paths.get(file) ?? '';
  const openSync: typeof files.openSync = (path, flags, mode) => {
    const current = faultAt(String(path));
    if (current?.code === 'EROFS' && flags !== 'r') throw errorOf(current, 'open');
    const file = real.openSync(path, flags, mode);
    paths.set(file, String(path));
    return file;
  };
  const writeFile = (file: number, data: string | Uint8Array, done: files.NoParamCallback) => {
    const current = faultAt(pathOf(file));
    if (current === undefined || current.onlySync) return real.writeFile(file, data, done);
    const room = Buffer.from(data).subarray(0, current.room ?? 0);
    real.writeFile(file, room, () => done(errorOf(current, 'write')));
  };
  const fsync = (file: number, done: files.NoParamCallback) => {
    const current = faultAt(pathOf(file));
    if (current?.onlySync) done(errorOf(current, 'fsync'));
    else real.fsync(file, done);
  };
  return {
    ...real,
    openSync,
    writeFile: writeFile as typeof files.writeFile,
    fsync: fsync as typeof files.fsync,
  };
}

function faultAt(path: string): Fault | undefined {
  return fault?.path.test(path) ? fault : undefined;
}

function errorOf({ code }: Fault, syscall: string): Error {
  return Object.assign(new Error(`${code}: the test says so, ${syscall}`), { code, syscall });
}
