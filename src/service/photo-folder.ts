import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/** Where downloaded pictures lie, for the service and its renderers alike. */
export function photoFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'cache', 'pictures');
}
