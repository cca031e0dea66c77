import { hash } from 'node:crypto';
import postgres from 'postgres';
import { limits } from '../../../model/limits.ts';
import type { PlanName } from '../../../model/plan.ts';
import {
  accountIsDisabled,
  checkKeyName,
  emailTaken,
  isKeyId,
  lastAdmin,
  linkIsOver,
  newId,
  noSuchAccount,
  noSuchKey,
  passwordLinkMs,
  tooManyKeys,
} from '../../account-rules.ts';
import { generateApiKey, hintOf, isWellFormedApiKey } from '../../api-key.ts';
import { normaliseEmail } from '../../email.ts';
import { checkPassword, createPasswords, type Passwords } from '../../password.ts';
import type {
  AccountChange,
  Accounts,
  AccountView,
  Authenticate,
  CreatedKey,
  Identity,
  KeyView,
  NewAccount,
  PasswordToken,
} from '../../ports.ts';
import { hmac, type Secret } from '../../secret.ts';
import type { Database } from './database.ts';
import { KeyCache } from './key-cache.ts';

export interface PostgresAccountsDeps {
  readonly database: Database;
  readonly secret: Secret;
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
}

interface AccountRow extends Omit<AccountView, 'createdAt'> {
  readonly createdAt: number;
  readonly passwordHash: string | null;
}

interface KeyRow extends Omit<KeyView, 'createdAt'> {
  readonly createdAt: number;
}

const accountFields =
  'id, email, plan, admin, disabled, created_at as "createdAt", password_hash as "passwordHash"';
const keyFields = 'id, name, hint, created_at as "createdAt"';

/** Accounts and keys in a database. Every change is one statement, and durable when it has been answered. */
export class PostgresAccounts implements Accounts {
  readonly authenticate: Authenticate;
  readonly identityOf: Authenticate;
  readonly #deps: PostgresAccountsDeps;
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #hashKey: Buffer;
  readonly #keys: KeyCache;
  readonly #keysById: KeyCache;

  constructor(deps: PostgresAccountsDeps) {
    this.#deps = deps;
    this.#database = deps.database;
    this.#passwords = createPasswords(deps.randomBytes);
    this.#hashKey = deps.secret.derive('api keys');
    const areAnnounced = deps.database.isOwnSession;
    this.#keys = new KeyCache({
      isWellFormed: isWellFormedApiKey,
      lookUp: (key) => this.#lookUp('hash', this.#hash(key)),
      areAnnounced,
    });
    this.#keysById = new KeyCache({
      isWellFormed: isKeyId,
      lookUp: (id) => this.#lookUp('id', id),
      areAnnounced,
    });
    this.authenticate = this.#keys.authenticate;
    this.identityOf = this.#keysById.authenticate;
    if (areAnnounced) void deps.database.listen('tierpress_keys', () => this.#forgetKeys());
  }

  async find(accountId: string): Promise<AccountView | undefined> {
    const row = await this.#read('id', accountId);
    return row && viewOf(row);
  }

  async findByEmail(email: string): Promise<AccountView | undefined> {
    const row = await this.#read('email', normaliseEmail(email));
    return row && viewOf(row);
  }

  async list({ offset, limit }: { readonly offset: number; readonly limit: number }) {
    const rows = await this.#database.query<AccountRow & { total: number }>(
      `select ${accountFields} from tierpress.account order by place offset $1 limit $2`,
      [offset, limit],
    );
    const [count] = await this.#database.query<{ total: number }>(
      'select count(*) as total from tierpress.account',
    );
    return { accounts: rows.map(viewOf), total: count?.total ?? 0 };
  }

  async keysOf(accountId: string): Promise<readonly KeyView[]> {
    const text = `select ${keyFields} from tierpress.api_key where account_id = $1 order by place`;
    return (await this.#database.query<KeyRow>(text, [accountId])).map(keyViewOf);
  }

  async addAccount({ email: text, plan, admin, password }: NewAccount): Promise<AccountView> {
    const email = normaliseEmail(text);
    // Hashing takes long, and this is the usual reason for a refusal.
    if (await this.#read('email', email)) throw emailTaken(email);
    const passwordHash = password === undefined ? null : await this.#hashOf(password);
    const createdAt = this.#now();
    const view = { id: newId('acc', this.#deps.randomBytes), email, plan, admin, disabled: false };
    const added = await this.#database.change(
      `insert into tierpress.account (id, email, plan, admin, disabled, password_hash, created_at)
       values ($1, $2, $3, $4, false, $5, $6) on conflict (email) do nothing returning id`,
      [view.id, email, plan, admin, passwordHash, createdAt],
    );
    if (added.length === 0) throw emailTaken(email);
    return { ...view, createdAt: textOf(createdAt) };
  }

  async createKey(accountId: string, name: string): Promise<CreatedKey> {
    checkKeyName(name);
    const key = generateApiKey(this.#deps.randomBytes);
    const [id, createdAt] = [newId('key', this.#deps.randomBytes), this.#now()];
    const [row] = await this.#database.change<{ outcome: string }>(
      'select tierpress.create_key($1, $2, $3, $4, $5, $6, $7) as outcome',
      [id, accountId, name, this.#hash(key), hintOf(key), createdAt, limits.keysPerAccount],
    );
    if (row?.outcome === 'missing') throw noSuchAccount();
    if (row?.outcome === 'full') throw tooManyKeys();
    return { id, name, key, createdAt: textOf(createdAt) };
  }

  async renameKey(accountId: string, keyId: string, name: string): Promise<KeyView> {
    checkKeyName(name);
    const [row] = await this.#database.change<KeyRow>(
      `update tierpress.api_key set name = $3 where account_id = $1 and id = $2 returning ${keyFields}`,
      [accountId, keyId, name],
    );
    if (row === undefined) throw noSuchKey();
    return keyViewOf(row);
  }

  async revokeKey(accountId: string, keyId: string): Promise<void> {
    const text = 'delete from tierpress.api_key where account_id = $1 and id = $2 returning id';
    const revoked = await this.#database.change(text, [accountId, keyId]);
    this.#forgetKeys();
    if (revoked.length === 0) throw noSuchKey();
  }

  async changeAccount(accountId: string, change: AccountChange): Promise<AccountView> {
    const { plan = null, disabled = null, admin = null } = change;
    const [row] = await this.#database
      .change<{ outcome: string }>('select tierpress.change_account($1, $2, $3, $4) as outcome', [
        accountId,
        plan,
        disabled,
        admin,
      ])
      .catch((error: unknown) => {
        throw error instanceof postgres.PostgresError && error.code === 'TP001' ? lastAdmin() : error;
      });
    this.#forgetKeys();
    if (row?.outcome === 'missing') throw noSuchAccount();
    return this.#view(accountId);
  }

  async checkPassword(email: string, password: string): Promise<AccountView | undefined> {
    const address = normaliseEmail(email);
    const before = await this.#read('email', address);
    const isRight = await this.#passwords.verify(password, before?.passwordHash ?? undefined);
    // Meanwhile the account may have been disabled, or its password changed.
    const account = isRight ? await this.#read('email', address) : undefined;
    return account && account.passwordHash === before?.passwordHash ? viewOf(account) : undefined;
  }

  async setPassword(accountId: string, password: string): Promise<void> {
    const passwordHash = await this.#hashOf(password);
    const [row] = await this.#database.change(
      `update tierpress.account set password_hash = $2, link_hash = null, link_expires_at = null
       where id = $1 returning id`,
      [accountId, passwordHash],
    );
    if (row === undefined) throw noSuchAccount();
  }

  async createPasswordToken(accountId: string): Promise<PasswordToken> {
    const token = this.#deps.randomBytes(32).toString('base64url');
    const expiresAt = this.#now() + passwordLinkMs;
    const [row] = await this.#database.change(
      'update tierpress.account set link_hash = $2, link_expires_at = $3 where id = $1 returning id',
      [accountId, hash('sha256', token), expiresAt],
    );
    if (row === undefined) throw noSuchAccount();
    return { token, expiresAt: textOf(expiresAt) };
  }

  async redeemPasswordToken(token: string, password: string): Promise<AccountView> {
    checkPassword(password);
    const digest = hash('sha256', token);
    const [holder] = await this.#database.query<AccountRow>(
      `select ${accountFields} from tierpress.account where link_hash = $1 and link_expires_at > $2`,
      [digest, this.#now()],
    );
    if (holder === undefined) throw linkIsOver();
    if (holder.disabled) throw accountIsDisabled();
    const passwordHash = await this.#hashOf(password);
    // The token may have been used in the meantime.
    const [row] = await this.#database.change<AccountRow>(
      `update tierpress.account set password_hash = $3, link_hash = null, link_expires_at = null
       where link_hash = $1 and link_expires_at > $2 and not disabled returning ${accountFields}`,
      [digest, this.#now(), passwordHash],
    );
    if (row === undefined) throw linkIsOver();
    return viewOf(row);
  }

  #forgetKeys(): void {
    this.#keys.clear();
    this.#keysById.clear();
  }

  async #lookUp(field: 'hash' | 'id', value: string): Promise<Identity | undefined> {
    const [row] = await this.#database.query<{ keyId: string; accountId: string; plan: PlanName }>(
      `select k.id as "keyId", a.id as "accountId", a.plan from tierpress.api_key as k
       join tierpress.account as a on a.id = k.account_id where k.${field} = $1 and not a.disabled`,
      [value],
    );
    return row;
  }

  async #read(field: 'id' | 'email', value: string): Promise<AccountRow | undefined> {
    const text = `select ${accountFields} from tierpress.account where ${field} = $1`;
    const [row] = await this.#database.query<AccountRow>(text, [value]);
    return row;
  }

  async #view(accountId: string): Promise<AccountView> {
    const view = await this.find(accountId);
    if (view === undefined) throw noSuchAccount();
    return view;
  }

  #hashOf(password: string): Promise<string> {
    checkPassword(password);
    return this.#passwords.hash(password);
  }

  #hash(key: string): string {
    return hmac(this.#hashKey, key).toString('hex');
  }

  #now(): number {
    return this.#deps.now().getTime();
  }
}

function viewOf({ id, email, plan, admin, disabled, createdAt }: AccountRow): AccountView {
  return { id, email, plan, admin, disabled, createdAt: textOf(createdAt) };
}

function keyViewOf({ id, name, hint, createdAt }: KeyRow): KeyView {
  return { id, name, hint, createdAt: textOf(createdAt) };
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
