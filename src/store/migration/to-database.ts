import { randomBytes } from 'node:crypto';
import { readDatabaseAddress } from '../drivers/postgres/address.ts';
import { migrate } from '../drivers/postgres/migrate.ts';
import { wrongSecret } from '../drivers/postgres/open-database.ts';
import { inTransaction, type Query } from '../drivers/postgres/transaction.ts';
import { imageIds } from '../image-id.ts';
import { openSecret, readSharedSecret, type Secret } from '../secret.ts';
import { StoreError } from '../store-error.ts';
import { insertRows, lockAccounts, readRows, readSecretMark, writeSecretMark } from './database.ts';
import { readFolder, readKeys } from './folder.ts';
import { stateOf } from './from-rows.ts';
import { copyImages, folderImages } from './images.ts';
import { type Copied, checkCounts, type Migration, s3ImagesOf, shownAddress } from './migration.ts';
import { copyPhotos } from './photos.ts';
import { contentOf, countsOf, type StateCounts, type StoredState } from './state.ts';
import { rowsOf } from './to-rows.ts';

/**
 * Copies a data directory into an empty database, in one transaction, and its images to S3 before that. The caller holds
 * the directory's lock. The directory stays as it is.
 *
 * @throws ConfigError for an invalid address; StoreError when one of both cannot be used or trusted, or the database is
 * not empty; UnreadableFile
 */
export async function copyToDatabase(migration: Migration): Promise<Copied> {
  const { dataDir, store, secretFile, imagesAreHere, now, warn } = migration;
  const address = readDatabaseAddress(store);
  const document = await readKeys(dataDir);
  if (document.accounts.length === 0) {
    throw new StoreError(
      dataDir,
      'holds no accounts',
      'Name the data directory of the service in TIERPRESS_DATA_DIR.',
    );
  }
  await readSharedSecret(secretFile, 'Put it back from a backup made together with keys.json.');
  const secret = await openSecret(secretFile, document);

  await migrate(address);
  await inTransaction(address, (query) => checkTarget(query, migration, secret), 'read only');

  const here = folderImages(dataDir);
  const target = s3ImagesOf(migration);
  const ids = imageIds(secret.derive('image ids'), randomBytes);
  const images = target && (await copyImages(here, target, { ids, now }));

  const names = imagesAreHere ? await here.list() : undefined;
  const hasImage = (name: string) => names?.has(name) ?? true;
  const read = await readFolder(dataDir, { now, hasImage, warn });
  const state = await copyPhotos(read, migration, 's3');
  const counts = await inTransaction(address, async (query) => {
    await lockAccounts(query);
    await writeSecretMark(query, secret.mark);
    await checkTarget(query, migration, secret);
    return writeState(query, state, now);
  });
  return { counts, images };
}

/** @throws StoreError when the database is not empty, or belongs to another secret */
async function checkTarget(query: Query, { store, now }: Migration, secret: Secret): Promise<void> {
  const content = contentOf(await countsIn(query, now));
  if (content !== '') {
    throw new StoreError(
      shownAddress(store),
      `is not empty (${content})`,
      'Nothing was copied. Name a database without accounts.',
    );
  }
  const mark = await readSecretMark(query);
  if (mark !== undefined && mark !== secret.mark) throw wrongSecret();
}

/** @returns the counts in the database @throws StoreError when they are not those of the state */
async function writeState(query: Query, state: StoredState, now: Date): Promise<StateCounts> {
  await insertRows(query, rowsOf(state));
  const counts = await countsIn(query, now);
  checkCounts(countsOf(state), counts);
  return counts;
}

async function countsIn(query: Query, now: Date): Promise<StateCounts> {
  return countsOf(stateOf(await readRows(query, now.getTime()), now.getTime()));
}
