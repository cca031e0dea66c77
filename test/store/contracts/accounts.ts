import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/model/limits.ts';
import type { AccountOperations, Accounts } from '../../../src/store/ports.ts';

/** Operations on accounts, and the empty store that they change. */
export interface OpenOperations {
  readonly operations: AccountOperations;
  readonly accounts: Accounts;
}

export const ann = { email: ' Ann@Example.ORG ', plan: 'creator', admin: false } as const;
const bob = { email: 'bob@example.org', plan: 'free', admin: true } as const;
const password = 'correct horse battery';
const page = { offset: 0, limit: 100 };

/** The behaviour of every implementation of `AccountOperations`. */
export function describeAccountOperationsContract(name: string, open: () => Promise<OpenOperations>): void {
  describe(`account operations of ${name}`, () => {
    it('add an account, with its address in one spelling', async () => {
      const { operations, accounts } = await open();
      const added = await operations.addAccount(ann);
      expect(added).toEqual({
        id: expect.stringMatching(/^acc_[\w-]{12}$/),
        email: 'ann@example.org',
        plan: 'creator',
        admin: false,
        disabled: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      const second = await operations.addAccount(bob);
      expect(await accounts.list(page)).toEqual({ accounts: [added, second], total: 2 });
      expect(await accounts.find(added.id)).toEqual(added);
      expect(await operations.findByEmail(' ANN@example.org')).toEqual(added);
      expect(await operations.findByEmail('nobody@example.org')).toBeUndefined();
      await expect(operations.findByEmail('nobody')).rejects.toMatchObject({ code: 'badEmail' });
    });

    it('add an account with a password', async () => {
      const { operations, accounts } = await open();
      const added = await operations.addAccount({ ...ann, password });
      expect(await accounts.checkPassword('ANN@example.org', password)).toEqual(added);
      expect(await accounts.checkPassword('ann@example.org', `${password}!`)).toBeUndefined();
    });

    it.each([
      ['an invalid address', { ...ann, email: 'ann' }, 'badEmail', 'email: must be an e-mail address'],
      ['a password that is too short', { ...ann, password: 'short' }, 'badPassword', 'password'],
    ])('refuse %s', async (_, account, code, message) => {
      const { operations, accounts } = await open();
      await expect(operations.addAccount(account)).rejects.toMatchObject({
        code,
        status: 400,
        message: expect.stringContaining(message),
      });
      expect((await accounts.list(page)).total).toBe(0);
    });

    it('refuse an address that is taken, in any spelling, also when both are added at once', async () => {
      const { operations, accounts } = await open();
      const results = await Promise.allSettled([
        operations.addAccount(ann),
        operations.addAccount({ ...bob, email: 'ANN@example.org' }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(operations.addAccount(ann)).rejects.toMatchObject({
        code: 'emailTaken',
        message: 'email: there is an account with the address ann@example.org already',
      });
      expect((await accounts.list(page)).total).toBe(1);
    });

    it('create keys that work at once, each for its account', async () => {
      const { operations, accounts } = await open();
      const [first, second] = [await operations.addAccount(ann), await operations.addAccount(bob)];
      const created = await operations.createKey(first.id, 'bot');
      const other = await operations.createKey(second.id, '');
      const { id, createdAt, key } = created;
      expect(created).toEqual({
        id: expect.stringMatching(/^key_[\w-]{12}$/),
        name: 'bot',
        key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{38}$/),
        createdAt: expect.any(String),
      });
      expect(await accounts.authenticate(key)).toEqual({ accountId: first.id, keyId: id, plan: 'creator' });
      expect(await accounts.authenticate(other.key)).toEqual({
        accountId: second.id,
        keyId: other.id,
        plan: 'free',
      });
      expect(await accounts.keysOf(first.id)).toEqual([
        { id, name: 'bot', hint: `sk_live_…${key.slice(-4)}`, createdAt },
      ]);
    });

    it.each([
      ['that is on two lines', 'a\nb'],
      ['that is too long', 'x'.repeat(101)],
    ])('refuse a key with a name %s', async (_, name) => {
      const { operations, accounts } = await open();
      const { id } = await operations.addAccount(ann);
      await expect(operations.createKey(id, name)).rejects.toMatchObject({
        code: 'invalidRequest',
        message: 'name: must be at most 100 characters on one line',
      });
      expect(await accounts.keysOf(id)).toEqual([]);
    });

    it('refuse a key and a password token for an account that does not exist', async () => {
      const { operations } = await open();
      const failure = { code: 'notFound', status: 404, message: 'There is no such account' };
      await expect(operations.createKey('acc_none', '')).rejects.toMatchObject(failure);
      await expect(operations.createPasswordToken('acc_none')).rejects.toMatchObject(failure);
    });

    it('refuse more keys than an account may have, also when they are created at once', async () => {
      const { operations, accounts } = await open();
      const { id } = await operations.addAccount(ann);
      const results = await Promise.allSettled(
        Array.from({ length: limits.keysPerAccount + 5 }, (_, i) => operations.createKey(id, `${i}`)),
      );
      const keys = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.key] : []));
      expect(keys).toHaveLength(limits.keysPerAccount);
      for (const key of keys) expect(await accounts.authenticate(key)).toMatchObject({ accountId: id });
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'tooManyKeys' });
      }
    });

    it('return the owner of a key until it is revoked', async () => {
      const { operations, accounts } = await open();
      const account = await operations.addAccount(ann);
      const { id } = await operations.createKey(account.id, 'bot');
      expect(await operations.identityOf(id)).toEqual({ accountId: account.id, keyId: id, plan: 'creator' });
      await accounts.revokeKey(account.id, id);
      expect(await operations.identityOf(id)).toBeUndefined();
      expect(await operations.identityOf('key_AAAAAAAAAAAA')).toBeUndefined();
    });

    it('create tokens that set a password once, of which only the latest works', async () => {
      const { operations, accounts } = await open();
      const { id } = await operations.addAccount(ann);
      const early = await operations.createPasswordToken(id);
      const { token, expiresAt } = await operations.createPasswordToken(id);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(new Date(expiresAt).toISOString()).toBe(expiresAt);
      const refusal = { code: 'unauthorized', status: 401 };
      await expect(accounts.redeemPasswordToken(early.token, password)).rejects.toMatchObject(refusal);
      expect(await accounts.redeemPasswordToken(token, password)).toMatchObject({ id });
      await expect(accounts.redeemPasswordToken(token, password)).rejects.toMatchObject(refusal);
      expect(await accounts.checkPassword(ann.email, password)).toMatchObject({ id });
    });
  });
}

/** The further behaviour of every implementation of `Accounts`. */
export function describeAccountsContract(name: string, open: () => Promise<Accounts>): void {
  describe(`accounts of ${name}`, () => {
    it('are listed in the order in which they were added, a page at a time', async () => {
      const accounts = await open();
      const emails = ['c', 'a', 'b'].map((name) => `${name}@example.org`);
      for (const email of emails) await accounts.addAccount({ ...ann, email });
      const all = await accounts.list(page);
      expect(all.accounts.map(({ email }) => email)).toEqual(emails);
      expect(await accounts.list({ offset: 1, limit: 1 })).toEqual({ accounts: [all.accounts[1]], total: 3 });
      expect(await accounts.list({ offset: 3, limit: 10 })).toEqual({ accounts: [], total: 3 });
    });

    it('revoke a key at once, and no other', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const [gone, kept] = [await accounts.createKey(id, '1'), await accounts.createKey(id, '2')];
      expect(await accounts.identityOf(gone.id)).toEqual(await accounts.authenticate(gone.key));
      await accounts.revokeKey(id, gone.id);
      expect(await accounts.authenticate(gone.key)).toBeUndefined();
      expect(await accounts.identityOf(gone.id)).toBeUndefined();
      expect(await accounts.identityOf(kept.id)).toMatchObject({ accountId: id, keyId: kept.id });
      expect(await accounts.authenticate(kept.key)).toMatchObject({ keyId: kept.id });
      expect((await accounts.keysOf(id)).map((key) => key.id)).toEqual([kept.id]);
      await expect(accounts.revokeKey(id, gone.id)).rejects.toMatchObject({ code: 'notFound', status: 404 });
    });

    it('revoke no key of another account', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const other = await accounts.addAccount(bob);
      const { id: keyId, key } = await accounts.createKey(id, '');
      await expect(accounts.revokeKey(other.id, keyId)).rejects.toMatchObject({ code: 'notFound' });
      expect(await accounts.authenticate(key)).toBeDefined();
    });

    it('rename a key, which continues to work, and no other', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const other = await accounts.addAccount(bob);
      const [one, two] = [await accounts.createKey(id, '1'), await accounts.createKey(id, '2')];
      const renamed = await accounts.renameKey(id, one.id, 'my bot');
      expect(renamed).toMatchObject({ id: one.id, name: 'my bot', createdAt: one.createdAt });
      expect((await accounts.keysOf(id)).map(({ name }) => name)).toEqual(['my bot', '2']);
      expect(await accounts.authenticate(one.key)).toMatchObject({ keyId: one.id });
      for (const name of ['two\nlines', 'x'.repeat(101)]) {
        await expect(accounts.renameKey(id, two.id, name)).rejects.toMatchObject({ code: 'invalidRequest' });
      }
      await expect(accounts.renameKey(other.id, two.id, 'mine')).rejects.toMatchObject({ code: 'notFound' });
      expect((await accounts.keysOf(id)).map(({ name }) => name)).toEqual(['my bot', '2']);
    });

    it('have room for a new key when one has been revoked', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const made = await Promise.all(
        Array.from({ length: limits.keysPerAccount }, () => accounts.createKey(id, '')),
      );
      await accounts.revokeKey(id, made[3]?.id ?? '');
      const { key } = await accounts.createKey(id, '');
      expect(await accounts.authenticate(key)).toBeDefined();
      expect(await accounts.keysOf(id)).toHaveLength(limits.keysPerAccount);
    });

    it('change the plan of an account and of its keys', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const { key } = await accounts.createKey(id, '');
      expect(await accounts.changeAccount(id, { plan: 'business' })).toMatchObject({
        id,
        plan: 'business',
        admin: false,
      });
      expect(await accounts.authenticate(key)).toMatchObject({ plan: 'business' });
      await expect(accounts.changeAccount('acc_none', { plan: 'free' })).rejects.toMatchObject({
        code: 'notFound',
      });
    });

    it('reject the keys of a disabled account until it is enabled again', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const { key } = await accounts.createKey(id, '');
      expect(await accounts.changeAccount(id, { disabled: true })).toMatchObject({ disabled: true });
      expect(await accounts.authenticate(key)).toBeUndefined();
      await accounts.changeAccount(id, { disabled: false });
      expect(await accounts.authenticate(key)).toMatchObject({ accountId: id });
    });

    it('always include one that can manage the others, also when the last two change at once', async () => {
      const accounts = await open();
      const first = await accounts.addAccount(bob);
      const second = await accounts.addAccount({ ...ann, admin: true });
      const results = await Promise.allSettled([
        accounts.changeAccount(first.id, { admin: false }),
        accounts.changeAccount(second.id, { disabled: true }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const able = (await accounts.list(page)).accounts.filter(({ admin, disabled }) => admin && !disabled);
      expect(able).toHaveLength(1);
    });

    it('set a password, after which neither the previous one nor a token works', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount({ ...ann, password });
      const { token } = await accounts.createPasswordToken(id);
      await accounts.setPassword(id, 'another good one');
      expect(await accounts.checkPassword(ann.email, password)).toBeUndefined();
      expect(await accounts.checkPassword(ann.email, 'another good one')).toMatchObject({ id });
      await expect(accounts.redeemPasswordToken(token, password)).rejects.toMatchObject({
        code: 'unauthorized',
      });
      await expect(accounts.setPassword(id, 'short')).rejects.toMatchObject({ code: 'badPassword' });
    });

    it('accept a token once, also when it is used twice at once', async () => {
      const accounts = await open();
      const { id } = await accounts.addAccount(ann);
      const { token } = await accounts.createPasswordToken(id);
      const passwords = ['the first password', 'the second password'];
      const results = await Promise.allSettled(
        passwords.map((chosen) => accounts.redeemPasswordToken(token, chosen)),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const right = await Promise.all(passwords.map((chosen) => accounts.checkPassword(ann.email, chosen)));
      expect(right.map((account) => account !== undefined)).toEqual(
        results.map(({ status }) => status === 'fulfilled'),
      );
    });

    describe('do not recognise', () => {
      it.each(['', 'sk_live_', 'x'.repeat(46), `sk_live_${'0'.repeat(38)}`])('the key %j', async (key) => {
        const accounts = await open();
        const { id } = await accounts.addAccount(ann);
        await accounts.createKey(id, '');
        expect(await accounts.authenticate(key)).toBeUndefined();
      });
    });
  });
}
