import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { removeTemporaries } from '../../../files/durable-file.ts';
import type { OnFlush } from '../../../files/flush.ts';
import { GroupedWriter } from '../../../files/grouped-writer.ts';
import { rememberLast } from '../../../model/lru.ts';
import {
  accountIsDisabled,
  checkKeyName,
  emailTaken,
  linkIsOver,
  newId,
  noSuchAccount,
  noSuchKey,
  passwordLinkMs,
} from '../../account-rules.ts';
import { generateApiKey, hintOf, isWellFormedApiKey } from '../../api-key.ts';
import { normaliseEmail } from '../../email.ts';
import { checkPassword, createPasswords, type Passwords } from '../../password.ts';
import type {
  AccountChange,
  Accounts,
  AccountView,
  CreatedKey,
  Identity,
  KeyView,
  NewAccount,
  PasswordToken,
} from '../../ports.ts';
import { hmac, openSecret, type Secret } from '../../secret.ts';
import { fileNames } from './file-names.ts';
import { indexOf, type KeyIndex } from './key-index.ts';
import { withAccount, withChange, withFields, withKey, withKeyName, withoutKey } from './keys-changes.ts';
import { type Account, emptyKeysDocument, type KeysDocument } from './keys-document.ts';
import { KeysFile } from './keys-file.ts';

export interface FileAccountsDeps {
  /** Absent: `secret` in the data directory. */
  readonly secretFile?: string;
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
  readonly onFlush?: OnFlush;
}

/** Accounts and keys, in memory and in `keys.json`. The caller holds the lock of the data directory. */
export class FileAccounts implements Accounts {
  /** The data directory's secret, for other stores that sign something. */
  readonly secret: Secret;
  readonly #deps: FileAccountsDeps;
  readonly #passwords: Passwords;
  readonly #hashKey: Buffer;
  /** The HMACs of recently used keys, by their plain SHA-256, which takes a tenth of the time. */
  readonly #hashes = rememberLast<string, string>(10_000);
  readonly #writer: GroupedWriter<KeysDocument>;
  #lastIndex: KeyIndex;

  private constructor(low: Low<KeysDocument>, secret: Secret, deps: FileAccountsDeps) {
    this.secret = secret;
    this.#deps = deps;
    this.#passwords = createPasswords(deps.randomBytes);
    this.#hashKey = secret.derive('api keys');
    this.#lastIndex = indexOf(low.data);
    this.#writer = new GroupedWriter(low);
  }

  /** @throws StoreError when the files cannot be trusted */
  static async open(dataDir: string, deps: FileAccountsDeps): Promise<FileAccounts> {
    const file = new KeysFile(join(dataDir, fileNames.keys), deps.onFlush);
    const low = new Low<KeysDocument>(file, emptyKeysDocument);
    await low.read();
    await removeTemporaries(dataDir);
    const secret = await openSecret(deps.secretFile ?? join(dataDir, 'secret'), low.data);
    const { secretMark, ...content } = low.data;
    if (secretMark !== secret.mark) {
      low.data = { ...content, secretMark: secret.mark };
      // On a full disk, the next change writes it.
      if (content.accounts.length > 0) await low.write().catch(() => undefined);
    }
    return new FileAccounts(low, secret, deps);
  }

  get isEmpty(): boolean {
    return this.#writer.data.accounts.length === 0;
  }

  /** A recently used key takes one hash and two look-ups; a mistyped one is rejected by its checksum. */
  async authenticate(key: string): Promise<Identity | undefined> {
    const digest = hash('sha256', key);
    let keyed = this.#hashes.get(digest);
    if (keyed === undefined) {
      if (!isWellFormedApiKey(key)) return undefined;
      keyed = this.#hash(key);
      this.#hashes.set(digest, keyed);
    }
    return this.#index.identities.get(keyed);
  }

  async identityOf(keyId: string): Promise<Identity | undefined> {
    return this.#index.identitiesById.get(keyId);
  }

  async find(accountId: string): Promise<AccountView | undefined> {
    return this.#find(accountId);
  }

  async findByEmail(email: string): Promise<AccountView | undefined> {
    const account = this.#index.accountsByEmail.get(normaliseEmail(email));
    return account && viewOf(account);
  }

  async list({ offset, limit }: { readonly offset: number; readonly limit: number }) {
    const { accounts } = this.#writer.data;
    return { accounts: accounts.slice(offset, offset + limit).map(viewOf), total: accounts.length };
  }

  async keysOf(accountId: string): Promise<readonly KeyView[]> {
    return this.#keysOf(accountId);
  }

  async addAccount({ email: text, plan, admin, password }: NewAccount): Promise<AccountView> {
    const email = normaliseEmail(text);
    if (this.#index.accountsByEmail.has(email)) throw emailTaken(email);
    const passwordHash = password === undefined ? null : await this.#hashOf(password);
    const created = { id: newId('acc', this.#deps.randomBytes), email, plan, admin, disabled: false };
    const account = { ...created, passwordHash, passwordLink: null, createdAt: this.#nowText() };
    await this.#writer.commit((document) => withAccount(document, account));
    return viewOf(account);
  }

  async createKey(accountId: string, name: string): Promise<CreatedKey> {
    checkKeyName(name);
    const key = generateApiKey(this.#deps.randomBytes);
    const created = { id: newId('key', this.#deps.randomBytes), name, createdAt: this.#nowText() };
    const record = { ...created, accountId, hash: this.#hash(key), hint: hintOf(key) };
    await this.#writer.commit((document) => withKey(document, record));
    return { ...created, key };
  }

  async renameKey(accountId: string, keyId: string, name: string): Promise<KeyView> {
    checkKeyName(name);
    await this.#writer.commit((document) => withKeyName(document, accountId, keyId, name));
    const key = this.#keysOf(accountId).find(({ id }) => id === keyId);
    // It may have been revoked in the meantime.
    if (key === undefined) throw noSuchKey();
    return key;
  }

  async revokeKey(accountId: string, keyId: string): Promise<void> {
    await this.#writer.commit((document) => withoutKey(document, accountId, keyId));
  }

  async changeAccount(accountId: string, change: AccountChange): Promise<AccountView> {
    await this.#writer.commit((document) => withChange(document, accountId, change));
    return this.#view(accountId);
  }

  async checkPassword(email: string, password: string): Promise<AccountView | undefined> {
    const address = normaliseEmail(email);
    const before = this.#index.accountsByEmail.get(address);
    const isRight = await this.#passwords.verify(password, before?.passwordHash ?? undefined);
    // Meanwhile the account may have been disabled, or its password changed.
    const account = this.#index.accountsByEmail.get(address);
    const isCurrent = isRight && account?.passwordHash === before?.passwordHash;
    return isCurrent && account ? viewOf(account) : undefined;
  }

  async setPassword(accountId: string, password: string): Promise<void> {
    const passwordHash = await this.#hashOf(password);
    await this.#writer.commit((document) =>
      withFields(document, accountId, (account) => ({ ...account, passwordHash, passwordLink: null })),
    );
  }

  async createPasswordToken(accountId: string): Promise<PasswordToken> {
    const token = this.#deps.randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#deps.now().getTime() + passwordLinkMs).toISOString();
    const passwordLink = { hash: hash('sha256', token), expiresAt };
    await this.#writer.commit((document) =>
      withFields(document, accountId, (account) => ({ ...account, passwordLink })),
    );
    return { token, expiresAt };
  }

  async redeemPasswordToken(token: string, password: string): Promise<AccountView> {
    checkPassword(password);
    const digest = hash('sha256', token);
    const { id } = this.#holderOf(digest, this.#writer.data);
    const passwordHash = await this.#hashOf(password);
    await this.#writer.commit((document) => {
      // The token may have been used in the meantime.
      this.#holderOf(digest, document);
      return withFields(document, id, (account) => ({ ...account, passwordHash, passwordLink: null }));
    });
    return this.#view(id);
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#writer.idle();
  }

  get #index(): KeyIndex {
    const { data } = this.#writer;
    if (this.#lastIndex.document !== data) this.#lastIndex = indexOf(data);
    return this.#lastIndex;
  }

  #find(accountId: string): AccountView | undefined {
    const account = this.#index.accounts.get(accountId);
    return account && viewOf(account);
  }

  #keysOf(accountId: string): readonly KeyView[] {
    const keys = this.#index.keys.get(accountId) ?? [];
    return keys.map(({ id, name, hint, createdAt }) => ({ id, name, hint, createdAt }));
  }

  #holderOf(hash: string, document: KeysDocument): Account {
    const now = this.#nowText();
    const account = document.accounts.find(({ passwordLink }) => passwordLink?.hash === hash);
    if (!account?.passwordLink || account.passwordLink.expiresAt <= now) throw linkIsOver();
    if (account.disabled) throw accountIsDisabled();
    return account;
  }

  #view(accountId: string): AccountView {
    const view = this.#find(accountId);
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

  #nowText(): string {
    return this.#deps.now().toISOString();
  }
}

function viewOf({ id, email, plan, admin, disabled, createdAt }: Account): AccountView {
  return { id, email, plan, admin, disabled, createdAt };
}
