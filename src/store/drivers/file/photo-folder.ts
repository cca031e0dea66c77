import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTemporaries, writeDurably } from '../../../files/durable-file.ts';
import { hasCode } from '../../../model/error-code.ts';
import type { PhotoBytes } from '../../ports.ts';
import { fileNames } from './file-names.ts';

/** Opens the bytes of uploaded photos as files `<dataDir>/photos/<name>.webp`. */
export async function openPhotoFolder(dataDir: string): Promise<PhotoBytes> {
  const folder = join(dataDir, fileNames.photos);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeTemporaries(folder);
  const pathOf = (name: string) => join(folder, `${name}.webp`);
  return {
    put: (name, bytes) => writeDurably(pathOf(name), bytes),
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  };
}
