import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../../files/durable-file.ts';
import { hasCode } from '../../../model/error-code.ts';
import type { FirstStart } from '../../ports.ts';

/** Keeps the file `<dataDir>/first-start` while a first start has begun and not finished. */
export function fileFirstStart(dataDir: string, hasAccounts: () => boolean): FirstStart {
  const path = join(dataDir, 'first-start');
  return {
    isDue: async () => !hasAccounts() || (await exists(path)),
    begin: () => writeDurably(path, ''),
    finish: () => rm(path, { force: true }),
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
