import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal, writeJournal } from '../../files/journal.ts';
import { imageFile } from '../../model/addresses.ts';
import { ChargedKeys } from '../drivers/file/charged-keys.ts';
import { fileNames } from '../drivers/file/file-names.ts';
import { emptyKeysDocument, type KeysDocument } from '../drivers/file/keys-document.ts';
import { KeysFile } from '../drivers/file/keys-file.ts';
import { parsePhotoRecord, type StoredPhoto } from '../drivers/file/photo-records.ts';
import { parseRender, type StoredRender } from '../drivers/file/render-index.ts';
import { expiryOf } from '../drivers/file/sessions.ts';
import { emptySessionsDocument } from '../drivers/file/sessions-document.ts';
import { SessionsFile } from '../drivers/file/sessions-file.ts';
import {
  chargeOf,
  chargeRecord,
  keyOfRecord,
  parseRecord,
  type UsageRecord,
} from '../drivers/file/usage-records.ts';
import type { StoredState } from './state.ts';

export interface ReadFolderOptions {
  readonly now: Date;
  /** Whether an image still exists: without it, a cached board is not worth copying. */
  readonly hasImage: (fileName: string) => boolean;
  /** Reports damage to a file that is read as far as it goes. */
  readonly warn: (message: string) => void;
}

/** Reads `keys.json`; without such a file there are no accounts. @throws StoreError when it cannot be trusted */
export async function readKeys(dataDir: string): Promise<KeysDocument> {
  return (await keysFile(dataDir).read()) ?? emptyKeysDocument;
}

/**
 * Reads what a data directory holds besides images, without what has expired. The caller holds the directory's lock.
 *
 * @throws StoreError, UnreadableFile
 */
export async function readFolder(
  dataDir: string,
  { now, hasImage, warn }: ReadFolderOptions,
): Promise<StoredState> {
  const { accounts, keys } = await readKeys(dataDir);
  const { sessions, knownNetworks } = (await sessionsFile(dataDir, warn).read()) ?? emptySessionsDocument;
  const renders = (await readRenders(dataDir, warn)).filter(
    ({ expires, id, format }) => expires > now.getTime() && hasImage(imageFile(id, format)),
  );
  return {
    accounts,
    keys,
    sessions: sessions.filter((session) => expiryOf(session) > now),
    knownNetworks,
    usage: await readUsage(dataDir, now.getTime(), warn),
    renders,
    photos: await readPhotos(dataDir, warn),
  };
}

/**
 * Writes a state into a data directory without accounts, durably. `keys.json` is the last file: until it is there, the
 * directory counts as empty.
 */
export async function writeFolder(dataDir: string, state: StoredState, secretMark: string): Promise<void> {
  const { accounts, keys, sessions, knownNetworks, usage, renders, photos } = state;
  const { schemaVersion } = emptySessionsDocument;
  await sessionsFile(dataDir, () => undefined).write({ schemaVersion, sessions, knownNetworks });
  await writeJournal(join(dataDir, fileNames.usage), usage);
  await writeJournal(join(dataDir, fileNames.renders), renders);
  await writeJournal(join(dataDir, fileNames.photoRecords), photos);
  await keysFile(dataDir).write({ ...emptyKeysDocument, secretMark, accounts, keys });
}

/** Takes back what `writeFolder` has written. */
export async function emptyFolder(dataDir: string): Promise<void> {
  const { keys, sessions, usage, renders, photoRecords } = fileNames;
  // Without its backup, a missing keys.json is one that never existed.
  for (const name of [`${keys}.bak`, keys, sessions, usage, renders, photoRecords])
    await rm(join(dataDir, name), { force: true });
}

function keysFile(dataDir: string): KeysFile {
  return new KeysFile(join(dataDir, fileNames.keys), undefined);
}

function sessionsFile(dataDir: string, warn: (message: string) => void): SessionsFile {
  return new SessionsFile(join(dataDir, fileNames.sessions), warn, undefined);
}

/** Least recently used first. */
async function readRenders(
  dataDir: string,
  warn: ReadFolderOptions['warn'],
): Promise<readonly StoredRender[]> {
  const renders = new Map<string, StoredRender>();
  const path = join(dataDir, fileNames.renders);
  const { problem } = await readJournal({ path, parse: parseRender }, (record) => {
    renders.delete(record.f);
    renders.set(record.f, record);
  });
  if (problem !== undefined) warn(`${fileNames.renders}: ${problem}`);
  return [...renders.values()];
}

/** Least recently used first. */
async function readPhotos(dataDir: string, warn: ReadFolderOptions['warn']): Promise<readonly StoredPhoto[]> {
  const photos = new Map<string, StoredPhoto>();
  const path = join(dataDir, fileNames.photoRecords);
  const { problem } = await readJournal({ path, parse: parsePhotoRecord }, (record) => {
    if (record.s === 'kept') photos.set(record.n, { ...record, s: record.s });
    else photos.delete(record.n);
  });
  if (problem !== undefined) warn(`${fileNames.photoRecords}: ${problem}`);
  return [...photos.values()].sort((a, b) => a.u - b.u || (a.n < b.n ? -1 : 1));
}

async function readUsage(
  dataDir: string,
  now: number,
  warn: ReadFolderOptions['warn'],
): Promise<readonly UsageRecord[]> {
  const records = new Map<string, UsageRecord>();
  const charges = new ChargedKeys();
  const path = join(dataDir, fileNames.usage);
  const { problem } = await readJournal({ path, parse: parseRecord }, (record) => {
    if (record.t === 'charge') charges.restore(chargeOf(record), now);
    else records.set(keyOfRecord(record), record);
  });
  if (problem !== undefined) warn(`${fileNames.usage}: ${problem}`);
  return [...records.values(), ...[...charges.current(now)].map(chargeRecord)];
}
