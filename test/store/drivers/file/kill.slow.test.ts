import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteAccounts } from '../../../../src/control/client.ts';
import { announcedAddress, lockFolder } from '../../../../src/files/folder-lock.ts';
import { FileAccounts } from '../../../../src/store/drivers/file/accounts.ts';
import { ImageFolder } from '../../../../src/store/drivers/file/image-folder.ts';
import { openPhotoFolder } from '../../../../src/store/drivers/file/photo-folder.ts';
import { FilePhotoRecords } from '../../../../src/store/drivers/file/photo-records.ts';
import { FileRenderIndex } from '../../../../src/store/drivers/file/render-index.ts';
import { FileSessions } from '../../../../src/store/drivers/file/sessions.ts';
import { FileUsage } from '../../../../src/store/drivers/file/usage.ts';
import { imageIds } from '../../../../src/store/image-id.ts';
import type { Secret } from '../../../../src/store/secret.ts';
import { UploadedPhotoStore } from '../../../../src/store/uploaded-photos.ts';
import { type Serving, serveCli } from '../../../support/cli.ts';
import { jsonOf } from '../../../support/http.ts';
import { inFull } from '../../../support/runs.ts';

const rounds = inFull ? 26 : 3;
const dist = fileURLToPath(new URL('../../../../dist', import.meta.url));
const writer = fileURLToPath(new URL('../../../support/store-writer.mjs', import.meta.url));
const emails = ['ann@example.org', 'bob@example.org'];
const now = () => new Date('2026-01-02T12:00:00.000Z');
const warnings: string[] = [];
const deps = { now, randomBytes, warn: (message: string) => warnings.push(message) };

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-kill-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const lineSchema = v.variant('did', [
  v.object({ did: v.literal('flush'), store: v.string(), began: v.number() }),
  v.object({ did: v.picklist(['begin', 'open', 'stop']) }),
  v.object({ did: v.literal('key'), id: v.string(), key: v.string() }),
  v.object({ did: v.picklist(['revoking', 'revoke']), id: v.string() }),
  v.object({ did: v.picklist(['session', 'ending', 'end']), token: v.string() }),
  v.object({ did: v.literal('picture'), id: v.string(), sha256: v.string(), at: v.number() }),
  v.object({ did: v.literal('upload'), id: v.string(), sha256: v.string() }),
  v.object({ did: v.picklist(['deleting', 'delete']), id: v.string() }),
  v.object({ did: v.literal('charge'), at: v.number() }),
]);
type Line = v.InferOutput<typeof lineSchema>;

/** Runs the writer until it has printed the given number of lines, sends it the signal, and returns all lines. */
async function write(count: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<readonly Line[]> {
  const child = spawn(process.execPath, [writer, dist, dir, ...emails], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const complaint = text(child.stderr);
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(v.parse(lineSchema, JSON.parse(line)));
    if (lines.length === count) child.kill(signal);
  }
  const [code, killedBy] = await closed;
  expect(await complaint).toBe('');
  expect([code, killedBy]).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);
  return lines;
}

/** Records that must exist, must not exist, or may exist because they were changing when the process was killed. */
type Fate = 'there' | 'gone' | 'either';

class Acknowledged {
  readonly keys = new Map<string, { readonly key: string; fate: Fate }>();
  readonly sessions = new Map<string, Fate>();
  readonly photos = new Map<string, string>();
  readonly uploads = new Map<string, { readonly sha256: string; fate: Fate }>();
  /** The images whose record has been written, by fingerprint. */
  readonly records = new Map<string, string>();
  charges = { atLeast: 0, atMost: 0 };

  add(lines: readonly Line[]): void {
    const flushes = lines.flatMap((line) => (line.did === 'flush' ? [line] : []));
    const writtenAt = (store: string) => flushes.findLast((flush) => flush.store === store)?.began ?? 0;
    for (const line of lines) {
      if (line.did === 'key') this.keys.set(line.id, { key: line.key, fate: 'there' });
      if (line.did === 'revoking') this.#doom(line.id, 'either');
      if (line.did === 'revoke') this.#doom(line.id, 'gone');
      if (line.did === 'session') this.sessions.set(line.token, 'there');
      if (line.did === 'ending') this.sessions.set(line.token, 'either');
      if (line.did === 'end') this.sessions.set(line.token, 'gone');
      if (line.did === 'upload') this.uploads.set(line.id, { sha256: line.sha256, fate: 'there' });
      const upload = 'id' in line ? this.uploads.get(line.id) : undefined;
      if (upload && line.did === 'deleting') upload.fate = 'either';
      if (upload && line.did === 'delete') upload.fate = 'gone';
      if (line.did === 'picture') {
        this.photos.set(line.id, line.sha256);
        if (line.at <= writtenAt('renders')) this.records.set(line.sha256, line.id);
      }
    }
    const charges = lines.flatMap((line) => (line.did === 'charge' ? [line.at] : []));
    this.charges.atLeast += charges.filter((at) => at <= writtenAt('usage')).length;
    // One may have been written before it could be reported.
    this.charges.atMost += charges.length + 1;
  }

  /** How many changes were acknowledged. */
  get count(): number {
    const maps = [this.keys, this.sessions, this.photos, this.uploads, this.records];
    return maps.reduce((sum, { size }) => sum + size, this.charges.atLeast);
  }

  #doom(id: string, fate: Fate): void {
    const known = this.keys.get(id);
    if (known) known.fate = fate;
  }
}

/** Reads every file by itself, then opens the folder as the next start does, and compares. */
async function check(acknowledged: Acknowledged, round: string): Promise<void> {
  for (const name of ['keys.json', 'keys.json.bak', 'sessions.json']) {
    const content = await readFile(join(dir, name), 'utf8').catch(() => '{}');
    expect(() => JSON.parse(content), `${round}: ${name}`).not.toThrow();
  }
  const lock = await lockFolder(dir);
  if (lock === undefined) throw new Error(`${round}: the lock has outlived its process`);

  const keys = await FileAccounts.open(dir, deps);
  for (const [id, known] of acknowledged.keys) {
    const isThere = (await keys.authenticate(known.key))?.keyId === id;
    if (known.fate === 'either') known.fate = isThere ? 'there' : 'gone';
    expect(isThere, `${round}: key ${id}`).toBe(known.fate === 'there');
  }
  const sessions = await FileSessions.open(dir, {
    ...deps,
    networkKey: keys.secret.derive('login networks'),
  });
  for (const [token, fate] of acknowledged.sessions) {
    const isThere = (await sessions.find(token)) !== undefined;
    if (fate === 'either') acknowledged.sessions.set(token, isThere ? 'there' : 'gone');
    else expect(isThere, `${round}: session ${token}`).toBe(fate === 'there');
  }

  const ids = imageIds(keys.secret.derive('image ids'), randomBytes);
  const images = await ImageFolder.open(dir, { ids, now, maxBytes: 1e9 });
  await images.settled();
  for (const [id, sha256] of acknowledged.photos) {
    const image = await images.open(`${id}.webp`);
    const bytes = await buffer(image.read());
    expect(createHash('sha256').update(bytes).digest('base64url'), `${round}: picture ${id}`).toBe(sha256);
  }
  await checkUploads(acknowledged, keys.secret, round);
  const records = await FileRenderIndex.open(dir, {
    ...deps,
    windowMs: 86_400_000,
    hasImage: (name) => images.has(name),
  });
  for (const [fingerprint, renderId] of acknowledged.records) {
    expect(records.find(fingerprint), `${round}: record of ${renderId}`).toMatchObject({ renderId });
  }

  const usage = await FileUsage.open(dir, { ...deps, quotaOf: () => ({ minute: null, day: null }) });
  const { day } = await usage.accountUsage('counted');
  expect(day, `${round}: charges`).toBeGreaterThanOrEqual(acknowledged.charges.atLeast);
  expect(day, `${round}: charges`).toBeLessThanOrEqual(acknowledged.charges.atMost);
  expect((await usage.keyUsage('counted')).day).toBe(day);
  acknowledged.charges = { atLeast: day, atMost: day };

  expect(await temporaries(), `${round}: half-written files`).toEqual([]);
  await Promise.all([keys.close(), sessions.close(), records.close(), usage.close()]);
  await lock.release();
}

/** Compares uploaded photos, and expects no bytes of others. */
async function checkUploads({ uploads }: Acknowledged, secret: Secret, round: string): Promise<void> {
  const records = await FilePhotoRecords.open(dir, deps);
  const photos = new UploadedPhotoStore({
    records,
    secret,
    ...deps,
    bytes: await openPhotoFolder(dir),
    limits: { uploadLifeDays: 30, uploadMegabytes: 1000, visitorUploadMegabytes: 1000 },
    onProblem(error) {
      throw error;
    },
  });
  await photos.sweep(0);
  let there = 0;
  for (const [id, upload] of uploads) {
    const bytes = await (await photos.find(id))?.read();
    const sha256 = bytes && createHash('sha256').update(bytes).digest('base64url');
    if (upload.fate === 'either') upload.fate = sha256 === undefined ? 'gone' : 'there';
    expect(sha256, `${round}: upload ${id}`).toBe(upload.fate === 'there' ? upload.sha256 : undefined);
    if (sha256 !== undefined) there += 1;
  }
  // One may have been stored before it could be reported.
  const files = (await readdir(join(dir, 'photos'))).length;
  expect(files - there - unreported, `${round}: bytes of photos`).toBeLessThanOrEqual(1);
  unreported = files - there;
  await photos.close();
  await records.close();
}

/** Uploads that were stored and not reported, over all rounds. */
let unreported = 0;

async function temporaries(): Promise<readonly string[]> {
  return (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.tmp'));
}

describe('stores whose process is killed (SIGKILL)', () => {
  it(`keep acknowledged changes, ${rounds} times at any moment, and everything when they are stopped`, {
    timeout: 180_000,
  }, async ({ task }) => {
    const keys = await FileAccounts.open(dir, deps);
    for (const email of emails) await keys.addAccount({ email, plan: 'enterprise', admin: false });
    const acknowledged = new Acknowledged();
    for (let round = 1; round <= rounds; round++) {
      // As large as a grown journal: its first write rewrites it.
      if (round % 3 === 0) await outgrow('usage.journal');
      if (round % 3 === 1) await outgrow('renders.journal');
      // From the first line, before anything is open, to about a third of a second.
      const count = round === 1 ? 1 : randomInt(1, 400);
      acknowledged.add(await write(count, 'SIGKILL'));
      // All images of all rounds are read in the end.
      const earlier = [...acknowledged.photos].slice(0, -100);
      for (const [id] of earlier) acknowledged.photos.delete(id);
      await check(acknowledged, `round ${round}, killed after ${count} lines`);
      for (const [id, sha256] of earlier) acknowledged.photos.set(id, sha256);
    }
    expect(acknowledged.keys.size).toBeGreaterThan(rounds);
    expect(acknowledged.photos.size).toBeGreaterThan(rounds);

    const lines = await write(1500, 'SIGTERM');
    expect(lines.at(-1)).toEqual({ did: 'stop' });
    // A crash may cost the time between two writes; most writes are reported even on a busy machine.
    const writes = lines.flatMap((line) =>
      line.did === 'flush' && line.store === 'usage' ? [line.began] : [],
    );
    const pauses = writes.slice(1).map((began, index) => began - (writes[index] ?? began));
    const [median = Number.POSITIVE_INFINITY] = pauses.sort((a, b) => a - b).slice(pauses.length / 2);
    expect(median).toBeLessThan(200);
    acknowledged.add(lines);
    acknowledged.charges.atLeast = acknowledged.charges.atMost -= 1;
    for (const line of lines) {
      if (line.did === 'picture') acknowledged.records.set(line.sha256, line.id);
    }
    await check(acknowledged, 'stopped');
    // A lost one has failed the test by now.
    task.meta.cases = rounds;
    task.meta.changes = { acknowledged: acknowledged.count, lost: 0 };
    expect(warnings).toEqual([]);
  });

  /** Pads a journal to more than a megabyte without adding records. */
  async function outgrow(name: string): Promise<void> {
    const content = await readFile(join(dir, name), 'utf8').catch(() => '');
    const [line = '{}'] = content.split('\n').slice(-2);
    await appendFile(join(dir, name), `${line}\n`.repeat(Math.ceil((1024 * 1024) / (line.length + 1)) + 1));
  }
});

describe('a service that is killed (SIGKILL)', () => {
  const password = 'correct horse battery';
  let running: Serving | undefined;
  afterEach(async () => {
    await running?.end('SIGKILL');
    running = undefined;
  });

  async function serve(): Promise<Serving> {
    running = await serveCli({ TIERPRESS_DATA_DIR: dir });
    return running;
  }

  const boardOf = (title: string) => JSON.stringify({ title, tiers: [{ title: 'S', items: ['Tea'] }] });

  function post(url: string, key: string, body: string): Promise<Response> {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    return fetch(`${url}/api/v1/render`, { method: 'POST', headers, body });
  }

  it('keeps acknowledged keys, revocations, sessions and images, and its cache as well when it is stopped', {
    timeout: 180_000,
  }, async () => {
    const first = await serve();
    const [ownerKey = ''] = /sk_live_[0-9A-Za-z]{38}/.exec(first.printed) ?? [];
    const [, token] = /[?#/&=]([\w-]{43})\s/.exec(first.printed) ?? [];
    const login = await fetch(`${first.url}/api/v1/password`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
    expect(login.status).toBe(200);
    const [cookie = ''] = (login.headers.get('Set-Cookie') ?? '').split(';');

    const kept = new Map<string, Fate>([[ownerKey, 'there']]);
    const photos = new Map<string, { readonly path: string; readonly bytes: Buffer }>();
    let service = first;
    for (const signal of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
      await use(service, signal, randomInt(15, 60));
      service = await serve();
      expect(service.printed).toMatch(/^tierpress keeps its data in \S+\ntierpress is ready at \S+\n$/);
      expect(await temporaries()).toEqual([]);
      for (const [key, fate] of kept) {
        const { status } = await post(service.url, key, '{}');
        if (fate === 'either') kept.set(key, status === 401 ? 'gone' : 'there');
        else expect(status, key).toBe(fate === 'there' ? 400 : 401);
      }
      for (const [title, { path, bytes }] of photos) {
        const answer = await fetch(service.url + path);
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), title).toBe(true);
      }
      const session = await fetch(`${service.url}/api/v1/session`, { headers: { Cookie: cookie } });
      expect(session.status).toBe(200);
    }
    for (const [title, { path }] of photos) {
      if (!title.startsWith('SIGTERM')) continue;
      const answer = await jsonOf(await post(service.url, ownerKey, boardOf(title)));
      expect(answer).toMatchObject({ cached: true, imagePath: path });
    }

    /**
     * Uses the service in every way concurrently, ends it after the given number of answers, and records the answers.
     */
    async function use(one: Serving, signal: 'SIGKILL' | 'SIGTERM', answers: number): Promise<void> {
      const accounts = new RemoteAccounts((await announcedAddress(dir)) ?? '');
      const account = await accounts.findByEmail('owner@localhost');
      let left = answers;
      let ending: Promise<unknown> | undefined;
      const answered = () => {
        left -= 1;
        if (left === 0) ending = one.end(signal);
      };
      const untilItEnds = async (task: (count: number) => Promise<void>) => {
        try {
          for (let count = 0; left > 0; count++) await task(count);
        } catch (error) {
          // The service has exited, as expected.
          if (ending === undefined) throw error;
        }
      };
      await Promise.all([
        untilItEnds(async () => {
          const { key, id } = await accounts.createKey(account?.id ?? '', '');
          kept.set(key, 'there');
          answered();
          kept.set(key, 'either');
          const path = `${one.url}/api/v1/keys/${id}`;
          const gone = await fetch(path, { method: 'DELETE', headers: { Cookie: cookie } });
          if (gone.status === 200) kept.set(key, 'gone');
          answered();
        }),
        ...['a', 'b'].map((lane) =>
          untilItEnds(async (count) => {
            const title = `${signal} ${left} ${lane} ${count}`;
            const answer = await post(one.url, ownerKey, boardOf(title));
            if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
            const { imagePath: path } = v.parse(v.object({ imagePath: v.string() }), await answer.json());
            const picture = await fetch(one.url + path);
            const bytes = Buffer.from(await picture.arrayBuffer());
            if (picture.status === 200) photos.set(title, { path, bytes });
            answered();
          }),
        ),
      ]);
      await ending;
    }
  });
});
