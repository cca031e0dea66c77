import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import { Low } from 'lowdb';
import type { OnFlush } from '../../../files/flush.ts';
import { GroupedWriter } from '../../../files/grouped-writer.ts';
import type { Sessions } from '../../ports.ts';
import {
  networkHash,
  networkLifeMs,
  networksPerAccount,
  sessionExpiry,
  sessionHash,
  sessionsPerAccount,
  tokenBytes,
} from '../../session-rules.ts';
import { fileNames } from './file-names.ts';
import {
  emptySessionsDocument,
  type KnownNetwork,
  type Session,
  type SessionsDocument,
} from './sessions-document.ts';
import { SessionsFile } from './sessions-file.ts';

/** How often the last use of a session is written while it is in use. */
const saveUseEveryMs = 60_000;

export interface FileSessionsDeps {
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
  /** Hashes the networks from which people log in. */
  readonly networkKey: Buffer;
  /** Reports a problem that fails no request. */
  readonly warn: (message: string) => void;
  readonly onFlush?: OnFlush;
}

/**
 * Sessions, in memory and in `sessions.json`, with a hash of each token. The caller holds the lock of the data directory.
 * A crash loses at most the last minute of uses.
 */
export class FileSessions implements Sessions {
  readonly #deps: FileSessionsDeps;
  readonly #writer: GroupedWriter<SessionsDocument>;
  #lastIndex: SessionIndex;
  /** The last uses that have not been written, by the hash of the session. */
  readonly #uses = new Map<string, string>();
  /** The sessions whose last use is being written. */
  readonly #saving = new Set<string>();

  private constructor(low: Low<SessionsDocument>, deps: FileSessionsDeps) {
    this.#deps = deps;
    this.#lastIndex = indexOf(low.data);
    this.#writer = new GroupedWriter(low);
  }

  /** Opens the sessions. A damaged file is renamed, and there are none. */
  static async open(dataDir: string, deps: FileSessionsDeps): Promise<FileSessions> {
    const file = new SessionsFile(join(dataDir, fileNames.sessions), deps.warn, deps.onFlush);
    const low = new Low<SessionsDocument>(file, emptySessionsDocument);
    await low.read();
    const now = deps.now();
    low.data = { ...low.data, sessions: low.data.sessions.filter((session) => expiryOf(session) > now) };
    return new FileSessions(low, deps);
  }

  async create(accountId: string, address?: string): Promise<{ token: string; expiresAt: Date }> {
    const token = this.#deps.randomBytes(tokenBytes).toString('base64url');
    const now = this.#deps.now().toISOString();
    const session: Session = { hash: digest('sha256', token), accountId, createdAt: now, lastUsedAt: now };
    const network = address === undefined ? undefined : this.#networkOf(accountId, address);
    await this.#commit((sessions) => [...withRoomFor(accountId, sessions), session], network);
    return { token, expiresAt: expiryOf(session) };
  }

  async knowsNetwork(accountId: string, address: string): Promise<boolean> {
    const { hash } = this.#networkOf(accountId, address);
    const known = this.#writer.data.knownNetworks.find((network) => network.hash === hash);
    return known !== undefined && isKnown(known, this.#deps.now());
  }

  async find(token: string): Promise<{ accountId: string; expiresAt: Date } | undefined> {
    const hash = sessionHash(token);
    const session = hash === undefined ? undefined : this.#byHash.get(hash);
    if (session === undefined) return undefined;
    const now = this.#deps.now();
    if (expiryOf(this.#withLastUse(session)) <= now) return undefined;
    const used = { ...session, lastUsedAt: now.toISOString() };
    this.#uses.set(session.hash, used.lastUsedAt);
    if (now.getTime() - Date.parse(session.lastUsedAt) > saveUseEveryMs) this.#saveUse(session.hash);
    return { accountId: session.accountId, expiresAt: expiryOf(used) };
  }

  async end(token: string): Promise<void> {
    const hash = sessionHash(token);
    if (hash === undefined || !this.#byHash.has(hash)) return;
    await this.#commit((sessions) => sessions.filter((session) => session.hash !== hash));
  }

  async endAll(accountId: string): Promise<void> {
    await this.#commit((sessions) => sessions.filter((session) => session.accountId !== accountId));
  }

  async endOthers(accountId: string, token: string): Promise<number> {
    const current = sessionHash(token);
    let ended = 0;
    await this.#commit((sessions) => {
      const rest = sessions.filter((session) => session.accountId !== accountId || session.hash === current);
      ended = sessions.length - rest.length;
      return rest;
    });
    return ended;
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    if (this.#uses.size > 0) {
      await this.#commit((sessions) => sessions).catch(() =>
        this.#deps.warn('When the sessions were used last could not be saved; some may end earlier'),
      );
    }
    await this.#writer.idle();
  }

  /**
   * @param change receives the sessions that have not ended, with their last uses
   * @param network from which somebody has just logged in
   */
  async #commit(
    change: (sessions: readonly Session[]) => readonly Session[],
    network?: KnownNetwork,
  ): Promise<void> {
    await this.#writer.commit((document) => {
      const now = this.#deps.now();
      const sessions = document.sessions
        .map((session) => this.#withLastUse(session))
        .filter((session) => expiryOf(session) > now);
      const known = document.knownNetworks.filter((one) => isKnown(one, now));
      const knownNetworks = network === undefined ? known : withNetwork(network, known);
      return { ...document, sessions: change(sessions), knownNetworks };
    });
    this.#forgetWrittenUses();
  }

  /** Writes in the background. The next use tries again when it fails. */
  #saveUse(hash: string): void {
    if (this.#saving.has(hash)) return;
    this.#saving.add(hash);
    void this.#commit((sessions) => sessions)
      .catch(() => undefined)
      .finally(() => this.#saving.delete(hash));
  }

  get #byHash(): ReadonlyMap<string, Session> {
    const { data } = this.#writer;
    if (this.#lastIndex.document !== data) this.#lastIndex = indexOf(data);
    return this.#lastIndex.byHash;
  }

  #networkOf(accountId: string, address: string): KnownNetwork {
    const hash = networkHash(this.#deps.networkKey, accountId, address);
    return { accountId, hash, lastLoginAt: this.#deps.now().toISOString() };
  }

  #withLastUse(session: Session): Session {
    const lastUsedAt = this.#uses.get(session.hash);
    return lastUsedAt === undefined ? session : { ...session, lastUsedAt };
  }

  /** A session that was used again during the write remains to be written. */
  #forgetWrittenUses(): void {
    for (const [hash, use] of this.#uses) {
      const session = this.#byHash.get(hash);
      if (session === undefined || session.lastUsedAt === use) this.#uses.delete(hash);
    }
  }
}

/** Returns when a session ends unless it is used. */
export function expiryOf({ createdAt, lastUsedAt }: Session): Date {
  return sessionExpiry(Date.parse(createdAt), Date.parse(lastUsedAt));
}

function withRoomFor(accountId: string, sessions: readonly Session[]): readonly Session[] {
  const surplus = sessions
    .filter((session) => session.accountId === accountId)
    .sort((a, b) => Date.parse(a.lastUsedAt) - Date.parse(b.lastUsedAt))
    .slice(0, -(sessionsPerAccount - 1));
  return sessions.filter((session) => !surplus.includes(session));
}

function isKnown({ lastLoginAt }: KnownNetwork, now: Date): boolean {
  return now.getTime() - Date.parse(lastLoginAt) < networkLifeMs;
}

/** Adds a network in place of the account's oldest ones. */
function withNetwork(network: KnownNetwork, known: readonly KnownNetwork[]): readonly KnownNetwork[] {
  const others = known.filter(({ hash }) => hash !== network.hash);
  const surplus = others
    .filter(({ accountId }) => accountId === network.accountId)
    .slice(0, -(networksPerAccount - 1));
  return [...others.filter((one) => !surplus.includes(one)), network];
}

interface SessionIndex {
  readonly document: SessionsDocument;
  readonly byHash: ReadonlyMap<string, Session>;
}

function indexOf(document: SessionsDocument): SessionIndex {
  return { document, byHash: new Map(document.sessions.map((session) => [session.hash, session])) };
}
