import * as v from 'valibot';
import { type Config, ConfigError } from '../config/config.ts';
import { readS3Address, readS3Credentials } from '../config/s3-address.ts';
import { settings } from '../config/settings.ts';
import { lockOrFind } from '../control/lock-or-find.ts';
import { deps } from '../service/system.ts';
import type { CopiedImages } from '../store/migration/images.ts';
import type { Copied, Migration } from '../store/migration/migration.ts';
import { StoreError } from '../store/store-error.ts';
import { loadConfig } from './config.ts';
import type { Io } from './io.ts';

interface MigrateOptions {
  readonly to?: string;
  readonly from?: string;
  readonly images?: string;
}

/**
 * `tierpress migrate`
 *
 * @param refuse ends the command because of its options. It never quotes them: an address may hold a password
 */
export async function migrate(
  io: Io,
  options: MigrateOptions,
  refuse: (problem: string) => never,
): Promise<void> {
  const { to, from, images } = options;
  const store = to ?? from ?? refuse('one of --to and --from must be given');
  const isAddress = store !== 'file:' && v.is(settings.store.schema, store);
  if (!isAddress)
    refuse(
      `${to === undefined ? '--from' : '--to'} must be an address such as postgres://user:password@host/database`,
    );
  const s3 = images === undefined ? undefined : s3Of(images, io, refuse);
  const config = await loadConfig(io);
  const warn = (message: string) => io.complain(`tierpress: ${message}\n`);
  const { dataDir, secretFile } = config;
  const imagesAreHere = config.images === 'file:';
  const migration = { dataDir, secretFile, store, imagesAreHere, now: deps.now(), warn, ...(s3 && { s3 }) };

  const lock = await lockOrFind(dataDir, deps.now);
  if (typeof lock === 'string')
    throw new StoreError(dataDir, 'is in use by a running service', 'Nothing was copied. Stop it first.');
  try {
    if (to === undefined) {
      const { copyToFolder } = await import('../store/migration/to-folder.ts');
      io.print(`${reportOf(await copyToFolder(migration))}${afterFolder(config)}\n`);
    } else {
      const { copyToDatabase } = await import('../store/migration/to-database.ts');
      io.print(`${reportOf(await copyToDatabase(migration))}${afterDatabase(config, images)}\n`);
    }
  } finally {
    await lock.release();
  }
}

/** @throws ConfigError without credentials */
function s3Of(images: string, io: Io, refuse: (problem: string) => never): NonNullable<Migration['s3']> {
  const address = readS3Address(images);
  if ('problem' in address) return refuse(`--images ${address.problem}`);
  const credentials = readS3Credentials(io.env);
  if ('problem' in credentials) throw new ConfigError(credentials.problem);
  return { address, credentials };
}

function reportOf({ counts, images }: Copied): string {
  const rows = Object.entries({ ...counts, ...(images && imageRows(images)) });
  const lines = rows.map(([kind, count]) => `${String(count).padStart(10)} ${kind}\n`);
  return `Copied, and counted in the target:\n\n${lines.join('')}\n`;
}

function imageRows({ copied, present, damaged }: CopiedImages): Readonly<Record<string, number>> {
  return {
    images: copied,
    'images that were there already': present,
    ...(damaged > 0 && { 'damaged images, which were left out': damaged }),
  };
}

function afterDatabase({ dataDir, secretFile, images }: Config, to: string | undefined): string {
  const place = images === 'file:' ? `in ${dataDir}, where one replica alone can read them` : 'in S3';
  return [
    `Every replica needs the secret in ${secretFile}: name it, or a copy of it, in TIERPRESS_SECRET_FILE.`,
    `Name the database in TIERPRESS_STORE${to === undefined ? `. Images stay ${place}` : ', and the bucket in TIERPRESS_IMAGES'}.`,
    'The data directory is as it was. Start no service with its accounts any more: it would go its own way.',
  ].join('\n');
}

function afterFolder({ dataDir, secretFile }: Config): string {
  return [
    `The keys belong to the secret in ${secretFile}. A service on ${dataDir} needs it there, or as "secret" in that folder.`,
    'Take TIERPRESS_STORE away, and TIERPRESS_IMAGES if images were copied. The database is as it was.',
  ].join('\n');
}
