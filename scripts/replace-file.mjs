import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes a file of the build atomically: a service may be starting from it. */
export async function replaceFile(path, content) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, content);
  await rename(temporary, path);
}
