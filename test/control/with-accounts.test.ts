import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isReachable, RemoteAccounts } from '../../src/control/client.ts';
import { type ControlServer, startControlServer } from '../../src/control/server.ts';
import { withAccounts } from '../../src/control/with-accounts.ts';
import { announcedAddress, lockFolder } from '../../src/files/folder-lock.ts';
import { FileAccounts } from '../../src/store/drivers/file/accounts.ts';
import type { Accounts } from '../../src/store/ports.ts';
import {
  ann,
  describeAccountOperationsContract,
  describeAccountsContract,
} from '../store/contracts/accounts.ts';

// The cost of a hash is not tested here.
vi.mock(import('../../src/store/password.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, createPasswords: (bytes) => real.createPasswords(bytes, { ln: 4, r: 8, p: 1 }) };
});

const deps = { now: () => new Date(), randomBytes };

let dir: string;
const closing: (() => Promise<void>)[] = [];
const open = () => FileAccounts.open(dir, deps);
const place = () => ({ dataDir: dir, store: 'file:', secretFile: join(dir, 'secret') });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-keyring-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(dir, { recursive: true, force: true });
});

/** Accounts that are read from the disk again after each change, as after a crash. */
async function forgetful(): Promise<Accounts> {
  let store = await open();
  let running = 0;
  const thenReopen = async <T>(change: Promise<T>): Promise<T> => {
    running += 1;
    try {
      return await change;
    } finally {
      running -= 1;
      // Not while the same store is writing.
      if (running === 0) store = await open();
    }
  };
  return {
    authenticate: (key) => store.authenticate(key),
    identityOf: (keyId) => store.identityOf(keyId),
    find: (accountId) => store.find(accountId),
    findByEmail: (email) => store.findByEmail(email),
    list: (page) => store.list(page),
    keysOf: (accountId) => store.keysOf(accountId),
    checkPassword: (email, password) => store.checkPassword(email, password),
    addAccount: (account) => thenReopen(store.addAccount(account)),
    createKey: (accountId, name) => thenReopen(store.createKey(accountId, name)),
    createPasswordToken: (accountId) => thenReopen(store.createPasswordToken(accountId)),
    renameKey: (accountId, keyId, name) => thenReopen(store.renameKey(accountId, keyId, name)),
    revokeKey: (accountId, keyId) => thenReopen(store.revokeKey(accountId, keyId)),
    changeAccount: (accountId, change) => thenReopen(store.changeAccount(accountId, change)),
    setPassword: (accountId, password) => thenReopen(store.setPassword(accountId, password)),
    redeemPasswordToken: (token, password) => thenReopen(store.redeemPasswordToken(token, password)),
  };
}

async function served(): Promise<{ store: FileAccounts; control: ControlServer }> {
  const store = await open();
  const control = await startControlServer(dir, store);
  closing.push(() => control.close());
  return { store, control };
}

describeAccountOperationsContract('files that are opened again after each change', async () => {
  const accounts = await forgetful();
  return { operations: accounts, accounts };
});
describeAccountsContract('files that are opened again after each change', forgetful);

describeAccountOperationsContract('a running service', async () => {
  const { store, control } = await served();
  return { operations: new RemoteAccounts(control.address), accounts: store };
});

describe('the control socket of a running service', () => {
  it('answers 503 when the service is gone', async () => {
    const { control } = await served();
    await control.close();
    expect(await isReachable(control.address)).toBe(false);
    const failure = { code: 'storeUnavailable', message: 'The running service cannot be reached' };
    await expect(new RemoteAccounts(control.address).createKey('acc_ann', '')).rejects.toMatchObject(failure);
  });

  it('answers 503 when the service goes away before it has answered', async () => {
    const store = await open();
    await store.addAccount(ann);
    let asked: () => void = () => {};
    const arrival = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const control = await startControlServer(dir, {
      addAccount: (account) => store.addAccount(account),
      findByEmail: (email) => store.findByEmail(email),
      createPasswordToken: (accountId) => store.createPasswordToken(accountId),
      identityOf: (keyId) => store.identityOf(keyId),
      createKey() {
        asked();
        return new Promise(() => {});
      },
    });
    const asking = new RemoteAccounts(control.address).createKey('acc_ann', '');
    await arrival;
    await Promise.all([
      expect(asking).rejects.toMatchObject({ message: 'The running service went away' }),
      control.close(),
    ]);
  });

  it.each([
    ['a line that is not JSON', 'nonsense\n'],
    ['an unknown command', '{"command":"dropEverything"}\n'],
    ['a command without its fields', '{"command":"createKey"}\n'],
    ['a command of another type', '[]\n'],
  ])('rejects %s without details of the failure', async (_, line) => {
    const { control } = await served();
    const socket = connect(control.address);
    socket.write(line);
    expect(await text(socket)).toBe(
      '{"ok":false,"code":"internal","message":"The running service could not do this"}\n',
    );
  });

  it('closes a connection that sends too long a line or none', async () => {
    const { control } = await served();
    const talker = connect(control.address);
    talker.on('error', () => undefined);
    talker.write('x'.repeat(70_000));
    expect(await text(talker).catch(() => '')).toBe('');
    const silent = connect(control.address);
    silent.end();
    expect(await text(silent)).toBe('');
    expect(await new RemoteAccounts(control.address).addAccount(ann)).toMatchObject({
      email: 'ann@example.org',
    });
  });

  it('can be reached by its user alone, and is removed when it closes', async () => {
    const { control } = await served();
    expect((await stat(dirname(control.address))).mode & 0o777).toBe(0o700);
    expect((await stat(control.address)).mode & 0o777).toBe(0o600);
    await control.close();
    await expect(stat(control.address)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is in a temporary folder when the path of the data directory is too long for a socket', async () => {
    const deep = join(dir, 'd'.repeat(100));
    const control = await startControlServer(deep, await open());
    expect(control.address.length).toBeLessThan(100);
    expect((await stat(dirname(control.address))).mode & 0o777).toBe(0o700);
    expect(await new RemoteAccounts(control.address).addAccount(ann)).toMatchObject({ plan: 'creator' });
    await control.close();
    await expect(stat(dirname(control.address))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('withAccounts', () => {
  const addTo = (email: string) =>
    withAccounts(place(), deps, (accounts) => accounts.addAccount({ ...ann, email }));

  it('opens the files when no process holds them, one caller after the other', async () => {
    await Promise.all(['a@b', 'c@d', 'e@f'].map(addTo));
    expect((await (await open()).list({ offset: 0, limit: 9 })).total).toBe(3);
  });

  it('uses the service that holds the files as soon as it has announced its socket', async () => {
    const lock = await lockFolder(dir);
    if (lock === undefined) throw new Error('the folder is locked already');
    closing.push(() => lock.release());
    expect(await lockFolder(dir)).toBeUndefined();
    const adding = addTo('ann@example.org');
    const { store, control } = await served();
    await lock.announce(control.address);
    expect(await announcedAddress(dir)).toBe(control.address);
    const { id } = await adding;
    expect(await store.find(id)).toMatchObject({ email: 'ann@example.org' });
  });

  it('ignores the socket that an exited process has announced', async () => {
    const lock = await lockFolder(dir);
    await lock?.announce(join(dir, 'control', 'socket'));
    await lock?.release();
    expect(await announcedAddress(dir)).toBeUndefined();
    await addTo('ann@example.org');
    const holder = await lockFolder(dir);
    closing.push(async () => holder?.release());
    await holder?.announce(join(dir, 'nowhere'));
    const times = [0, 4000, 8000, 12_000];
    const hurried = { randomBytes, now: () => new Date(times.shift() ?? 16_000) };
    await expect(withAccounts(place(), hurried, async () => 'done')).rejects.toThrow(
      `${dir}: is in use by a process that does not answer. Stop that process, or wait until it has started.`,
    );
  });
});
