import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';

/** The date that npm gives to all files of a package. */
const mtime = new Date('1985-10-26T08:15:00Z');

/** Writes a folder as `.tar.gz`. The same files give the same bytes. */
export async function archive(folder, file) {
  const paths = (await filesIn(folder)).map((path) => join(basename(folder), path));
  const tar = create({ cwd: dirname(folder), portable: true, mtime, noDirRecurse: true }, paths);
  // 1.5 % smaller than with zlib.
  const gzip = spawn('gzip', ['-9', '--no-name'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(gzip, 'exit');
  await Promise.all([pipeline(tar, gzip.stdin), pipeline(gzip.stdout, createWriteStream(file))]);
  const [status] = await ended;
  if (status !== 0) throw new Error(`gzip exited with status ${status}`);
}

/** Returns the paths of all files in a folder, in a fixed order. */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
