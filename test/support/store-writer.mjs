// Opens the built stores of a data directory like the service, changes them as fast as it can, and prints the
// acknowledged changes on stdout, one JSON object a line. It continues until it is killed or stopped by SIGTERM.
// Arguments: the folder of the built code, the data directory, two existing accounts.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [dist, dataDir, ...emails] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(dist, `${name}.js`)).href);
const { lockFolder } = await load('files/folder-lock');
const { FileAccounts } = await load('store/drivers/file/accounts');
const { FileSessions } = await load('store/drivers/file/sessions');
const { FileUsage } = await load('store/drivers/file/usage');
const { FileRenderIndex } = await load('store/drivers/file/render-index');
const { ImageFolder } = await load('store/drivers/file/image-folder');
const { FilePhotoRecords } = await load('store/drivers/file/photo-records');
const { openPhotoFolder } = await load('store/drivers/file/photo-folder');
const { UploadedPhotoStore } = await load('store/uploaded-photos');
const { imageIds } = await load('store/image-id');

// Not through process.stdout: an acknowledged change must not wait in a buffer of this process when it is killed.
const say = (what) => writeSync(1, `${JSON.stringify(what)}\n`);

// The same time in all rounds, so that a day's count continues from one to the next.
const now = () => new Date('2026-01-02T12:00:00.000Z');
const onFlush = ({ store, ms, error }) => {
  if (error !== undefined) throw error;
  say({ did: 'flush', store, began: performance.now() - ms });
};
const deps = { now, randomBytes, onFlush, warn: (message) => say({ did: 'warn', message }) };

say({ did: 'begin' });
const lock = await lockFolder(dataDir);
if (lock === undefined) throw new Error('The folder is locked');
const keys = await FileAccounts.open(dataDir, deps);
const images = await ImageFolder.open(dataDir, {
  ids: imageIds(keys.secret.derive('image ids'), randomBytes),
  now,
  maxBytes: 1e9,
});
const sessions = await FileSessions.open(dataDir, { ...deps, networkKey: randomBytes(32) });
const usage = await FileUsage.open(dataDir, { ...deps, quotaOf: () => ({ minute: null, day: null }) });
const hasImage = (name) => images.has(name);
const records = await FileRenderIndex.open(dataDir, { ...deps, windowMs: 86_400_000, hasImage });
const photoRecords = await FilePhotoRecords.open(dataDir, deps);
const uploads = new UploadedPhotoStore({
  records: photoRecords,
  bytes: await openPhotoFolder(dataDir),
  secret: keys.secret,
  randomBytes,
  now,
  limits: { uploadLifeDays: 30, uploadMegabytes: 1000, visitorUploadMegabytes: 1000 },
  onProblem: (error) => say({ did: 'warn', message: String(error) }),
});
say({ did: 'open' });

let isStopping = false;
const { accounts: all } = await keys.list({ offset: 0, limit: 10 });
const accounts = all.filter(({ email }) => emails.includes(email));

async function changeKeys({ id: accountId }) {
  const [oldest, ...others] = await keys.keysOf(accountId);
  if (oldest !== undefined && others.length >= 10) {
    say({ did: 'revoking', id: oldest.id });
    await keys.revokeKey(accountId, oldest.id);
    say({ did: 'revoke', id: oldest.id });
  }
  const { id, key } = await keys.createKey(accountId, 'kill me');
  say({ did: 'key', id, key });
}

async function changeSessions() {
  const { token } = await sessions.create(randomBytes(6).toString('hex'));
  say({ did: 'session', token });
  if (randomInt(2) === 0) return;
  say({ did: 'ending', token });
  await sessions.end(token);
  say({ did: 'end', token });
}

async function draw() {
  const bytes = randomBytes(randomInt(100, 40_000));
  const sha256 = createHash('sha256').update(bytes).digest('base64url');
  const expiresAt = new Date(now().getTime() + 86_400_000);
  const id = await images.save(bytes, 'webp', expiresAt);
  const size = { width: 1, height: 1, warnings: [] };
  records.remember(sha256, { renderId: id, format: 'webp', createdAt: now(), expiresAt, ...size });
  say({ did: 'picture', id, sha256, at: performance.now() });
}

async function upload() {
  const bytes = randomBytes(randomInt(100, 40_000));
  const sha256 = createHash('sha256').update(bytes).digest('base64url');
  const { id } = await uploads.save({ bytes, width: 1, height: 1 });
  say({ did: 'upload', id, sha256 });
  if (randomInt(4) > 0) return;
  say({ did: 'deleting', id });
  await uploads.remove(id);
  say({ did: 'delete', id });
}

async function charge() {
  usage.charge({ accountId: 'counted', keyId: 'counted', plan: 'enterprise' });
  say({ did: 'charge', at: performance.now() });
  await wait(1);
}

async function forever(task) {
  while (!isStopping) await task();
}

process.once('SIGTERM', () => {
  isStopping = true;
});
await Promise.all([
  ...accounts.map((account) => forever(() => changeKeys(account))),
  forever(changeSessions),
  forever(draw),
  forever(draw),
  forever(upload),
  forever(charge),
]);
await uploads.close();
await Promise.all([
  ...[keys, sessions, usage, records, photoRecords].map((store) => store.close()),
  images.settled(),
]);
await lock.release();
say({ did: 'stop' });
