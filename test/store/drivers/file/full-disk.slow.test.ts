import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteAccounts } from '../../../../src/control/client.ts';
import { FileAccounts } from '../../../../src/store/drivers/file/accounts.ts';
import { runCli, type Serving, serveCli } from '../../../support/cli.ts';
import { breakDisk, mendDisk } from '../../../support/failing-disk.ts';
import { jsonOf } from '../../../support/http.ts';
import { lacks } from '../../../support/programs.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from '../../../support/small-disk.ts';

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const { withFaults } = await import('../../../support/failing-disk.ts');
  return withFaults(await importOriginal());
});
vi.mock(import('node:fs'), async (importOriginal) => {
  const { withFileFaults } = await import('../../../support/failing-disk.ts');
  return withFileFaults(await importOriginal());
});

const owner = 'owner@localhost';

describe.each(['ENOSPC', 'EDQUOT', 'EROFS'] as const)(
  'keys on a disk that cannot be written (%s)',
  (code) => {
    const deps = { now: () => new Date(), randomBytes };
    let dir: string;
    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'tierpress-full-'));
    });
    afterEach(async () => {
      mendDisk();
      await rm(dir, { recursive: true, force: true });
    });

    it('answer 503, lose nothing, and recover', async () => {
      const store = await FileAccounts.open(dir, deps);
      const { id: accountId } = await store.addAccount({ email: owner, plan: 'free', admin: true });
      const old = await store.createKey(accountId, 'old');
      const before = await readFile(join(dir, 'keys.json'), 'utf8');
      breakDisk({ code, path: /keys\.json\..*tmp$/, room: 100 });
      const changes = [
        store.createKey(accountId, 'new'),
        store.createKey(accountId, 'newer'),
        store.revokeKey(accountId, old.id),
        store.changeAccount(accountId, { plan: 'business' }),
        store.createPasswordToken(accountId),
      ];
      for (const result of await Promise.allSettled(changes)) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: {
            code: 'storeUnavailable',
            status: 503,
            message: 'The change could not be saved',
            retryAfter: 30,
          },
        });
      }
      expect(await store.authenticate(old.key)).toEqual({ accountId, keyId: old.id, plan: 'free' });
      expect(await store.keysOf(accountId)).toHaveLength(1);
      expect(await readFile(join(dir, 'keys.json'), 'utf8')).toBe(before);
      expect(await readdir(dir)).not.toContainEqual(expect.stringMatching(/tmp$/));

      mendDisk();
      const made = await store.createKey(accountId, 'new');
      await store.revokeKey(accountId, old.id);
      const again = await FileAccounts.open(dir, deps);
      expect(await again.authenticate(made.key)).toMatchObject({ accountId });
      expect(await again.authenticate(old.key)).toBeUndefined();
      expect((await again.keysOf(accountId)).map(({ name }) => name)).toEqual(['new']);
    });
  },
);

const reason = noSmallDisk();
if (reason !== undefined) console.warn(`No disk of a few megabytes on this machine: ${reason}`);

describe.skipIf(lacks('unshare', 'nsenter') || reason !== undefined)(
  `a service on a disk of three megabytes${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let disk: SmallDisk;
    let service: Serving;
    let key: string;
    let made = 0;
    const env = () => ({ TIERPRESS_DATA_DIR: disk.path });
    const serve = () => serveCli(env(), disk.enter);
    async function createKey(name: string): Promise<string> {
      const accounts = new RemoteAccounts(join(disk.seen, 'control', 'socket'));
      const account = await accounts.findByEmail(owner);
      return (await accounts.createKey(account?.id ?? '', name)).key;
    }

    beforeAll(async () => {
      disk = await smallDisk(3);
      service = await serve();
      key = /sk_live_[0-9A-Za-z]{38}/.exec(service.printed)?.[0] ?? '';
    });
    afterAll(async () => {
      await service?.end('SIGKILL');
      await disk?.close();
    });

    async function draw(title: string): Promise<{ status: number; path: string; cached: unknown }> {
      const answer = await fetch(`${service.url}/api/v1/render`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, tiers: [{ title: 'S', items: ['Tea', 'Cocoa', 'Chai'] }] }),
      });
      const { imagePath: path, cached } = await jsonOf(answer);
      return { status: answer.status, path: String(path), cached };
    }
    const newBoard = () => draw(`Board ${++made}`);
    const statusOf = async (path: string) => (await fetch(service.url + path, { method: 'HEAD' })).status;

    it('answers 503 to new images and keys on a full disk, and keeps every image that it has promised', async () => {
      const photos = [await newBoard(), await newBoard(), await newBoard(), await newBoard()];
      await disk.fill();
      await expect(createKey('no room')).rejects.toMatchObject({ code: 'storeUnavailable' });
      const refused = await runCli(['keys', 'create', '--user', owner], env(), '', disk.enter);
      expect(refused).toEqual({ code: 1, stdout: '', stderr: 'tierpress: The change could not be saved\n' });
      expect(await draw('Board 4')).toMatchObject({ status: 200, cached: true });
      for (const _ of photos) expect((await newBoard()).status).toBe(503);
      const statuses = await Promise.all(photos.map(({ path }) => statusOf(path)));
      expect(statuses).toEqual([200, 200, 200, 200]);
    });

    it('recovers when the disk has space again', async () => {
      await disk.fill();
      await disk.clear();
      const created = await createKey('room');
      expect((await newBoard()).status).toBe(200);
      key = created;
      expect((await newBoard()).status).toBe(200);
    });

    it('starts on a full disk, with every key, and stops normally', async () => {
      await disk.fill();
      const stopped = await service.end('SIGTERM');
      expect(stopped.code).toBe(0);
      await disk.fill();
      service = await serve();
      expect(await draw('Board 4')).toMatchObject({ status: 200, cached: true });
      expect((await newBoard()).status).toBe(503);
      await disk.clear();
    });

    it('has lost nothing in the end', async () => {
      await createKey('last');
      expect((await service.end('SIGTERM')).code).toBe(0);
      const document = v.parse(
        v.object({ keys: v.array(v.object({ name: v.string() })) }),
        JSON.parse(await readFile(join(disk.seen, 'keys.json'), 'utf8')),
      );
      expect(document.keys.map(({ name }) => name)).toEqual(['first key', 'room', 'last']);
    });

    it('does not start on a read-only disk, and prints the reason in one line', async () => {
      disk.remount('ro');
      const { code, stdout, stderr } = await runCli(['serve'], env(), '', disk.enter);
      disk.remount('rw');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^tierpress: EROFS: read-only file system, .*\n$/);
    });
  },
);
