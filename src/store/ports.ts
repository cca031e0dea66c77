import type { Readable } from 'node:stream';
import type { ReencodedPhoto, SavedPhoto } from '../model/photo.ts';
import type { PlanName } from '../model/plan.ts';
import type { Usage } from '../model/quota.ts';
import type { Format } from '../model/vocabulary.ts';
import type { Caller, ImageStore, RenderLedger, TemplateUse, UnchargedWork } from '../render/ports.ts';

/** The caller, as identified by an API key. */
export interface Identity extends Caller {
  readonly keyId: string;
}

/** Returns the owner of an API key; undefined for a key that is malformed, unknown, revoked, or of a disabled account. */
export type Authenticate = (key: string) => Promise<Identity | undefined>;

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  readonly admin: boolean;
  /** Absent: the owner sets one with a one-time link. */
  readonly password?: string | undefined;
}

/** The public fields of an account. */
export interface AccountView {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly admin: boolean;
  readonly disabled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** The public fields of a key. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** The end of the key, enough to distinguish it from others. */
  readonly hint: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface CreatedKey {
  readonly id: string;
  readonly name: string;
  /** The key itself. It cannot be read again later. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Sets the password of an account, once. Grants access to the account. */
export interface PasswordToken {
  readonly token: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

/** The operations on accounts that the command line needs. A change is durable when its promise resolves. */
export interface AccountOperations {
  /** @throws Failure badEmail, emailTaken, badPassword */
  addAccount(account: NewAccount): Promise<AccountView>;
  /** Finds an account by its address, in any spelling. @throws Failure badEmail */
  findByEmail(email: string): Promise<AccountView | undefined>;
  /** @throws Failure notFound for an unknown account; invalidRequest for a bad name; tooManyKeys */
  createKey(accountId: string, name: string): Promise<CreatedKey>;
  /** Creates a one-time token that sets the account's password, and revokes the previous one. @throws Failure notFound */
  createPasswordToken(accountId: string): Promise<PasswordToken>;
  /** Returns the owner of the key with this id; undefined for one that is unknown, revoked, or of a disabled account. */
  identityOf(keyId: string): Promise<Identity | undefined>;
}

export interface AccountChange {
  readonly plan?: PlanName | undefined;
  readonly disabled?: boolean | undefined;
  readonly admin?: boolean | undefined;
}

/** Accounts and their keys. A change is durable when its promise resolves. */
export interface Accounts extends AccountOperations {
  readonly authenticate: Authenticate;
  find(accountId: string): Promise<AccountView | undefined>;
  /** Lists accounts in the order in which they were added. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<{
    readonly accounts: readonly AccountView[];
    readonly total: number;
  }>;
  keysOf(accountId: string): Promise<readonly KeyView[]>;
  /** @throws Failure notFound when the account has no such key; invalidRequest for a bad name */
  renameKey(accountId: string, keyId: string, name: string): Promise<KeyView>;
  /** @throws Failure notFound when the account has no such key */
  revokeKey(accountId: string, keyId: string): Promise<void>;
  /** @throws Failure notFound; lastAdmin when no account would be left that can manage the others */
  changeAccount(accountId: string, change: AccountChange): Promise<AccountView>;
  /**
   * Returns the account with this address and password, disabled or not. Takes the same time when there is none.
   *
   * @throws Failure noCapacity when too many passwords are being checked
   */
  checkPassword(email: string, password: string): Promise<AccountView | undefined>;
  /** @throws Failure badPassword, notFound */
  setPassword(accountId: string, password: string): Promise<void>;
  /**
   * Sets the password of the account that a one-time token was created for.
   *
   * @throws Failure badPassword, unauthorized; forbidden when the account is disabled, which leaves the token valid
   */
  redeemPasswordToken(token: string, password: string): Promise<AccountView>;
}

/** The sessions of people who have logged in. A change is durable when its promise resolves. */
export interface Sessions {
  /**
   * Begins a session. Beyond 20 sessions of an account, the least recently used ones end.
   *
   * @param address of the client, as text, whose network is then known for 30 days; absent: none is
   * @returns its token, which cannot be read again later, and when it ends unless it is used
   */
  create(accountId: string, address?: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Returns the account of a session. Counts as a use, which extends the session up to its absolute limit. */
  find(token: string): Promise<{ readonly accountId: string; readonly expiresAt: Date } | undefined>;
  /** Whether a session of the account has begun in the client's network in the last 30 days. */
  knowsNetwork(accountId: string, address: string): Promise<boolean>;
  /** Ends a session; does nothing for an unknown token. */
  end(token: string): Promise<void>;
  /** Ends all sessions of an account, including those that are being created. */
  endAll(accountId: string): Promise<void>;
  /** Ends all sessions of an account but one. @returns how many have ended */
  endOthers(accountId: string, token: string): Promise<number>;
}

/** An attempt to log in with a password. */
export interface LoginGuess {
  /** In any spelling. */
  readonly email: string;
  /** The client's address, as text. */
  readonly address: string;
  /** The account with that e-mail address; absent if there is none, or for a new account. */
  readonly account?: {
    readonly id: string;
    /** See `Sessions.knowsNetwork`. */
    readonly isFromKnownNetwork: boolean;
  };
}

/** Slows down the guessing of passwords, without letting strangers lock an account. */
export interface LoginThrottle {
  /**
   * Counts a failed login before the password is checked, so that concurrent guesses cannot all pass. Allowed are 5 in
   * a minute for an e-mail address from one network, 20 in a minute from a network, and 50 in an hour for an account.
   * One network adds at most 5 an hour to those 50, and a network that the account knows is not bound by them. A
   * refused attempt is not counted.
   *
   * @throws Failure quotaExceeded after too many failures; badEmail
   */
  attempt(guess: LoginGuess): Promise<LoginAttempt>;
}

interface LoginAttempt {
  /** Takes the attempt out of the count: the password was right, or was not checked. Call it at most once. */
  succeeded(): Promise<void>;
}

/** A stored image, open for reading. */
export interface StoredImage {
  readonly id: string;
  readonly format: Format;
  readonly expiresAt: Date;
  readonly bytes: number;
  /**
   * Streams the image, or the part from `start` to `end`, both included. Call it at most once; the stream releases the
   * image when it ends or is destroyed.
   */
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /** Releases an image that is not read. */
  close(): Promise<void>;
}

/** Reads stored images. */
export interface ImageReader {
  /**
   * @param hint `isWhole: false` when the caller will read a part of the image or nothing, so that a driver need not
   * fetch it
   * @throws Failure notFound for a name that was never issued; gone for an image that has expired; storeUnavailable
   */
  open(fileName: string, hint?: { readonly isWhole: boolean }): Promise<StoredImage>;
}

/** Images as one driver stores them, for the drivers of the other stores. */
export interface ImageDriver {
  readonly images: Stores['images'];
  readonly photos: PhotoBytes;
  /** Returns false for an image that is known to be gone before its time: the cache must not answer with it. */
  has(fileName: string): boolean;
  close(): Promise<void>;
}

/** The bytes of uploaded photos as one driver stores them, by names of 22 letters, digits, `-` and `_`. */
export interface PhotoBytes {
  /** Stores the bytes, durably. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined if there are none */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removes the bytes, if there are any. */
  delete(name: string): Promise<void>;
}

/** An uploaded photo that has not expired. */
export interface UploadedPhoto {
  /** Undefined for a visitor's. */
  readonly accountId: string | undefined;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  /** Reads its bytes. @returns undefined if they are damaged, and then the photo is gone @throws Failure storeUnavailable */
  read(): Promise<Uint8Array | undefined>;
}

/** The photos that people have uploaded. Each is deleted when it has not been used for a while. */
export interface UploadedPhotos {
  /**
   * Stores a photo. It survives a crash once this has resolved. The same photo of the same account has the same id; a
   * visitor's always has a new one. No one can guess an id, and none ever stands for another photo.
   *
   * @param accountId absent: a visitor's
   * @throws Failure storeUnavailable, databaseUnavailable
   */
  save(photo: ReencodedPhoto, accountId?: string): Promise<SavedPhoto>;
  /** Finds a photo, which counts as a use. @returns undefined for one that is unknown, expired or deleted */
  find(id: string): Promise<UploadedPhoto | undefined>;
  /** Returns whether this is the key that a visitor got with a photo. */
  isDeleteKey(id: string, key: string): boolean;
  /** Deletes a photo, if there is one. It is gone when this resolves. */
  remove(id: string): Promise<void>;
}

/** The counts of requests that people see. */
export interface UsageReader {
  /** Returns what has been charged to an account in this minute and on this day (UTC). */
  accountUsage(accountId: string): Promise<Usage>;
  /** Returns what has been charged to a key, and when it was last used: undefined for never. */
  keyUsage(keyId: string): Promise<Usage & { readonly lastUsedAt: Date | undefined }>;
  /** Returns the requests of each of the last days (UTC), today last. */
  dailyUse(
    accountId: string,
    days: number,
  ): Promise<readonly { readonly date: string; readonly requests: number }[]>;
}

/** The first start of a new store, which creates the owner's account and prints a key. */
export interface FirstStart {
  /** Whether there is no account yet, or an earlier first start was interrupted. */
  isDue(): Promise<boolean>;
  /** Records that it has begun. A crash before `finish` makes it due again. */
  begin(): Promise<void>;
  /** Records that the owner has seen the key. */
  finish(): Promise<void>;
}

/** Everything the service stores. */
export interface Stores {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly firstStart: FirstStart;
  readonly ledger: RenderLedger;
  readonly images: ImageStore & ImageReader & { readonly bytes: number };
  readonly photos: UploadedPhotos;
  readonly usage: UsageReader;
  readonly templateUse: TemplateUse;
  readonly unchargedWork: UnchargedWork;
  /** Derives a key for HMAC-SHA256 from the secret of the store. A signature for one purpose is not valid for another. */
  readonly deriveKey: (purpose: string) => Buffer;
  /** Writes everything that is pending. */
  close(): Promise<void>;
}
