import { join } from 'node:path';
import { Low } from 'lowdb';
import { Failure, invalid } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import { generateApiKey, hintOf, isWellFormedApiKey } from './api-key.ts';
import { removeTemporaries } from './durable-file.ts';
import { normaliseEmail } from './email.ts';
import { GroupedWriter } from './grouped-writer.ts';
import type { CreatedAccount, CreatedKey, Identity, Keyring, NewAccount } from './keyring.ts';
import { type Account, emptyKeysDocument, type KeysDocument } from './keys-document.ts';
import { KeysFile } from './keys-file.ts';
import { hmac, openSecret, type Secret } from './secret.ts';

const keyNameLength = 100;

export interface KeyStoreEdges {
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
}

/** Accounts and keys: all in memory, all in `keys.json`. Whoever opens it holds the data directory's lock. */
export class KeyStore implements Keyring {
  /** The data directory's secret, for whatever else signs something. */
  readonly secret: Secret;
  readonly #edges: KeyStoreEdges;
  readonly #hashKey: Buffer;
  readonly #writer: GroupedWriter<KeysDocument>;
  #identities: ReadonlyMap<string, Identity>;

  private constructor(low: Low<KeysDocument>, secret: Secret, edges: KeyStoreEdges) {
    this.secret = secret;
    this.#edges = edges;
    this.#hashKey = secret.derive('api keys');
    this.#identities = identitiesByHash(low.data);
    this.#writer = new GroupedWriter(low.data, async (document) => {
      low.data = document;
      await low.write();
      this.#identities = identitiesByHash(document);
    });
  }

  /** @throws StoreRefusal when what is on the disk cannot be trusted */
  static async open(dataDir: string, edges: KeyStoreEdges): Promise<KeyStore> {
    const low = new Low<KeysDocument>(new KeysFile(join(dataDir, 'keys.json')), emptyKeysDocument);
    await low.read();
    await removeTemporaries(dataDir);
    const secret = await openSecret(dataDir, { mayCreate: low.data.keys.length === 0 });
    return new KeyStore(low, secret, edges);
  }

  get isEmpty(): boolean {
    return this.#writer.state.accounts.length === 0;
  }

  /** Whose key this is. A mistyped one is refused by its checksum, any other costs one hash and one look-up. */
  authenticate(key: string): Identity | undefined {
    if (!isWellFormedApiKey(key)) return undefined;
    return this.#identities.get(this.#hash(key));
  }

  async addAccount({ email: text, plan, admin }: NewAccount): Promise<CreatedAccount> {
    const email = normaliseEmail(text);
    const account: Account = { id: this.#newId('acc'), email, plan, admin, createdAt: this.#now() };
    await this.#commit((document) => {
      if (document.accounts.some((other) => other.email === email)) {
        throw invalid('email', `there is an account with the address ${email} already`);
      }
      return { ...document, accounts: [...document.accounts, account] };
    });
    return { id: account.id, email, plan, admin };
  }

  async createKey(ownerEmail: string, name: string): Promise<CreatedKey> {
    const email = normaliseEmail(ownerEmail);
    if (name.length > keyNameLength || /\p{Cc}/u.test(name)) {
      throw invalid('name', `must be at most ${keyNameLength} characters on one line`);
    }
    const key = generateApiKey(this.#edges.randomBytes);
    const created = { id: this.#newId('key'), name, createdAt: this.#now() };
    await this.#commit((document) => {
      const accountId = document.accounts.find((account) => account.email === email)?.id;
      if (accountId === undefined) throw invalid('user', `there is no account with the address ${email}`);
      if (document.keys.filter((other) => other.accountId === accountId).length >= limits.keysPerAccount) {
        throw invalid('user', `${email} has ${limits.keysPerAccount} keys already, which is the limit`);
      }
      const record = { ...created, accountId, hash: this.#hash(key), hint: hintOf(key) };
      return { ...document, keys: [...document.keys, record] };
    });
    return { ...created, key };
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#writer.idle();
  }

  async #commit(apply: (document: KeysDocument) => KeysDocument): Promise<void> {
    try {
      await this.#writer.commit(apply);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure('storeUnavailable', 'The change could not be saved', {
        cause: error,
        retryAfter: 30,
      });
    }
  }

  #hash(key: string): string {
    return hmac(this.#hashKey, key).toString('hex');
  }

  #newId(prefix: string): string {
    return `${prefix}_${this.#edges.randomBytes(9).toString('base64url')}`;
  }

  #now(): string {
    return this.#edges.now().toISOString();
  }
}

function identitiesByHash(document: KeysDocument): ReadonlyMap<string, Identity> {
  const plans = new Map(document.accounts.map((account) => [account.id, account.plan]));
  const identities = new Map<string, Identity>();
  for (const key of document.keys) {
    const plan = plans.get(key.accountId);
    if (plan !== undefined) identities.set(key.hash, { accountId: key.accountId, keyId: key.id, plan });
  }
  return identities;
}
