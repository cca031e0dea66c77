import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseAddress, readDatabaseAddress } from '../drivers/postgres/address.ts';
import { migrate } from '../drivers/postgres/migrate.ts';
import { wrongSecret } from '../drivers/postgres/open-database.ts';
import { inTransaction } from '../drivers/postgres/transaction.ts';
import { imageIds } from '../image-id.ts';
import { readSharedSecret, type Secret } from '../secret.ts';
import { StoreError } from '../store-error.ts';
import { otherConnections, readRows, readSecretMark } from './database.ts';
import { emptyFolder, readFolder, readKeys, writeFolder } from './folder.ts';
import { stateOf } from './from-rows.ts';
import { copyImages, folderImages } from './images.ts';
import { type Copied, checkCounts, type Migration, s3ImagesOf, shownAddress } from './migration.ts';
import { copyPhotos } from './photos.ts';
import { countsOf, type StateCounts, type StoredState } from './state.ts';

/** The connections of a process that has just ended last a moment longer. */
const [attempts, retryMs] = [30, 100];

/**
 * Copies a database into a data directory without accounts, and images from S3 before that. The caller holds the
 * directory's lock. The database stays as it is.
 *
 * @throws ConfigError for an invalid address; StoreError when one of both cannot be used or trusted, the directory has
 * accounts, or a service uses the database; UnreadableFile
 */
export async function copyToFolder(migration: Migration): Promise<Copied> {
  const { dataDir, store, secretFile, now } = migration;
  const address = readDatabaseAddress(store);
  const { accounts } = await readKeys(dataDir);
  if (accounts.length > 0) {
    throw new StoreError(
      dataDir,
      `is not empty (accounts: ${accounts.length})`,
      'Nothing was copied. Name a directory without accounts in TIERPRESS_DATA_DIR.',
    );
  }
  const secret = await readSharedSecret(
    secretFile,
    'Name the secret of the replicas in TIERPRESS_SECRET_FILE.',
  );

  await migrate(address);
  await checkUnused(address, store);
  const read = await readState(address, migration, secret);

  const source = s3ImagesOf(migration);
  const ids = imageIds(secret.derive('image ids'), randomBytes);
  const images = source && (await copyImages(source, folderImages(dataDir), { ids, now }));
  const state = await copyPhotos(read, migration, 'folder');
  return { counts: await writeState(migration, state, secret), images };
}

/** @throws StoreError when a service is connected to the database */
async function checkUnused(address: DatabaseAddress, store: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const others = await inTransaction(address, otherConnections);
    // Each attempt has a connection of its own, of which the database may still count the last.
    if (others === 0) return;
    if (attempt === attempts) {
      throw new StoreError(
        shownAddress(store),
        'is in use by a running service',
        'Nothing was copied. Stop all replicas first.',
      );
    }
    await wait(retryMs);
  }
}

/** @throws StoreError when there are no accounts, or they belong to another secret */
async function readState(
  address: DatabaseAddress,
  { store, now }: Migration,
  secret: Secret,
): Promise<StoredState> {
  const read = async (query: Parameters<typeof readSecretMark>[0]) => ({
    mark: await readSecretMark(query),
    rows: await readRows(query, now.getTime()),
  });
  const { mark, rows } = await inTransaction(address, read, 'isolation level repeatable read read only');
  if (rows.account.length === 0) {
    throw new StoreError(
      shownAddress(store),
      'holds no accounts',
      'Name the database that the replicas share.',
    );
  }
  if (mark !== secret.mark) throw wrongSecret();
  return stateOf(rows, now.getTime());
}

/** @returns the counts in the directory @throws StoreError when they are not those of the state, Error of the disk */
async function writeState(
  { dataDir, now, warn }: Migration,
  state: StoredState,
  { mark }: Secret,
): Promise<StateCounts> {
  try {
    await writeFolder(dataDir, state, mark);
    const counts = countsOf(await readFolder(dataDir, { now, hasImage: () => true, warn }));
    checkCounts(countsOf(state), counts);
    return counts;
  } catch (error) {
    await emptyFolder(dataDir);
    throw error;
  }
}
