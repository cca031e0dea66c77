import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Returns the paths of all files in a folder, with `/`, in a fixed order. */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}
