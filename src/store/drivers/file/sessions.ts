import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import { Low } from 'lowdb';
import type { OnFlush } from '../../../files/flush.ts';
import { GroupedWriter } from '../../../files/grouped-writer.ts';
import { sessionLimits } from '../../../model/session.ts';
import type { Sessions } from '../../ports.ts';
import { emptySessionsDocument, type Session, type SessionsDocument } from './sessions-document.ts';
import { SessionsFile } from './sessions-file.ts';

/** The last use of a session that is in use is written this often. */
const saveUseEveryMs = 60_000;
export const sessionsPerAccount = 20;
const tokenBytes = 32;

export interface FileSessionsDeps {
  readonly now: () => Date;
  readonly randomBytes: (count: number) => Buffer;
  /** Reports a problem that fails no request. */
  readonly warn: (message: string) => void;
  readonly onFlush?: OnFlush;
}

/**
 * Who is logged in: all in memory, all in `sessions.json`, with a hash for each token. Whoever opens it holds the data
 * directory's lock. What a method has answered survives a crash, the last use of a session up to a minute.
 *
 * SHA-256 without a key or salt is enough: a token is 256 random bits, which nobody finds by trying.
 */
export class FileSessions implements Sessions {
  readonly #deps: FileSessionsDeps;
  readonly #writer: GroupedWriter<SessionsDocument>;
  #lastIndex: SessionIndex;
  /** When a session was used last, by its hash, where that is not written yet. */
  readonly #uses = new Map<string, string>();
  /** The sessions whose last use is being written. */
  readonly #saving = new Set<string>();

  private constructor(low: Low<SessionsDocument>, deps: FileSessionsDeps) {
    this.#deps = deps;
    this.#lastIndex = indexOf(low.data);
    this.#writer = new GroupedWriter(low);
  }

  /** A file that is damaged does not stop it: it is put aside, and nobody is logged in. */
  static async open(dataDir: string, deps: FileSessionsDeps): Promise<FileSessions> {
    const file = new SessionsFile(join(dataDir, 'sessions.json'), deps.warn, deps.onFlush);
    const low = new Low<SessionsDocument>(file, emptySessionsDocument);
    await low.read();
    const now = deps.now();
    low.data = { ...low.data, sessions: low.data.sessions.filter((session) => expiryOf(session) > now) };
    return new FileSessions(low, deps);
  }

  /**
   * Begins a session. Of an account's sessions beyond the limit, those that were not used for longest end.
   *
   * @returns its token, which can be seen this one time, and when it ends unless it is used
   */
  async create(accountId: string): Promise<{ token: string; expiresAt: Date }> {
    const token = this.#deps.randomBytes(tokenBytes).toString('base64url');
    const now = this.#deps.now().toISOString();
    const session: Session = { hash: digest('sha256', token), accountId, createdAt: now, lastUsedAt: now };
    await this.#commit((sessions) => [...withRoomFor(accountId, sessions), session]);
    return { token, expiresAt: expiryOf(session) };
  }

  /** Whose session this is. Finding it is using it: `expiresAt` is counted from now. */
  async find(token: string): Promise<{ accountId: string; expiresAt: Date } | undefined> {
    const hash = hashOf(token);
    const session = hash === undefined ? undefined : this.#byHash.get(hash);
    if (session === undefined) return undefined;
    const now = this.#deps.now();
    if (expiryOf(this.#withLastUse(session)) <= now) return undefined;
    const used = { ...session, lastUsedAt: now.toISOString() };
    this.#uses.set(session.hash, used.lastUsedAt);
    if (now.getTime() - Date.parse(session.lastUsedAt) > saveUseEveryMs) this.#saveUse(session.hash);
    return { accountId: session.accountId, expiresAt: expiryOf(used) };
  }

  /** Ends one session; a token that is none is none afterwards. */
  async end(token: string): Promise<void> {
    const hash = hashOf(token);
    if (hash === undefined || !this.#byHash.has(hash)) return;
    await this.#commit((sessions) => sessions.filter((session) => session.hash !== hash));
  }

  /** Ends all sessions of an account, those included that are being created. */
  async endAll(accountId: string): Promise<void> {
    await this.#commit((sessions) => sessions.filter((session) => session.accountId !== accountId));
  }

  /**
   * Ends all sessions of an account but one.
   *
   * @returns how many ended
   */
  async endOthers(accountId: string, token: string): Promise<number> {
    const kept = hashOf(token);
    let ended = 0;
    await this.#commit((sessions) => {
      const rest = sessions.filter((session) => session.accountId !== accountId || session.hash === kept);
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

  /** @param change gets the sessions that have not ended, with their last uses */
  async #commit(change: (sessions: readonly Session[]) => readonly Session[]): Promise<void> {
    await this.#writer.commit((document) => {
      const now = this.#deps.now();
      const sessions = document.sessions
        .map((session) => this.#withLastUse(session))
        .filter((session) => expiryOf(session) > now);
      return { ...document, sessions: change(sessions) };
    });
    this.#forgetWrittenUses();
  }

  /** Nobody waits for it; when it fails, the next use tries again. */
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

  #withLastUse(session: Session): Session {
    const lastUsedAt = this.#uses.get(session.hash);
    return lastUsedAt === undefined ? session : { ...session, lastUsedAt };
  }

  /** What was used again while the write went on stays to be written. */
  #forgetWrittenUses(): void {
    for (const [hash, use] of this.#uses) {
      const session = this.#byHash.get(hash);
      if (session === undefined || session.lastUsedAt === use) this.#uses.delete(hash);
    }
  }
}

function expiryOf({ createdAt, lastUsedAt }: Session): Date {
  const { idleMs, absoluteMs } = sessionLimits;
  return new Date(Math.min(Date.parse(createdAt) + absoluteMs, Date.parse(lastUsedAt) + idleMs));
}

function withRoomFor(accountId: string, sessions: readonly Session[]): readonly Session[] {
  const surplus = sessions
    .filter((session) => session.accountId === accountId)
    .sort((a, b) => Date.parse(a.lastUsedAt) - Date.parse(b.lastUsedAt))
    .slice(0, -(sessionsPerAccount - 1));
  return sessions.filter((session) => !surplus.includes(session));
}

/** Undefined for what cannot be a token, which then costs no hash. */
function hashOf(token: string): string | undefined {
  return /^[0-9A-Za-z_-]{43}$/.test(token) ? digest('sha256', token) : undefined;
}

interface SessionIndex {
  readonly document: SessionsDocument;
  readonly byHash: ReadonlyMap<string, Session>;
}

function indexOf(document: SessionsDocument): SessionIndex {
  return { document, byHash: new Map(document.sessions.map((session) => [session.hash, session])) };
}
