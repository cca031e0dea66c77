import { join } from 'node:path';

/** The templates that come with the package, and the data directory that a clone uses. */
export const packagedData = {
  dataDir: join(import.meta.dirname, '..', 'data'),
  templatesDir: join(import.meta.dirname, '..', 'data', 'templates'),
};
