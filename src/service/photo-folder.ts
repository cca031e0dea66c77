import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/** Returns the folder of downloaded photos, which the service and its renderers share. */
export function photoFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'cache', 'pictures');
}
