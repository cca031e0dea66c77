import { hash } from 'node:crypto';
import { Failure } from '../../../model/failure.ts';
import { rememberLast } from '../../../model/lru.ts';
import type { Authenticate, Identity } from '../../ports.ts';

/** Keys that are remembered, unknown ones included. The least recently used are forgotten first. */
const maxKeys = 10_000;
/** How long a key is honoured without asking. */
const trustedMs = 30_000;
/** The same where changes of keys are not announced. */
const trustedUnannouncedMs = 1_000;

interface Remembered {
  readonly identity: Identity | undefined;
  /** By the monotonic clock. */
  readonly askedAt: number;
}

export interface KeyCacheOptions {
  /** Returns false for a text that no key has, which is then not looked up. */
  readonly isWellFormed: (key: string) => boolean;
  /** Looks a key up in the database. @throws Failure databaseUnavailable */
  readonly lookUp: (key: string) => Promise<Identity | undefined>;
  /** Whether changes of keys are announced, so that `clear` is called at once. */
  readonly areAnnounced: boolean;
}

/** Remembers the owners of keys, by their values or their ids, for a while, and for 30 s also while the store is away. */
export class KeyCache {
  readonly #options: KeyCacheOptions;
  readonly #remembered = rememberLast<string, Remembered>(maxKeys);
  /** Rises when keys change: what was being looked up by then must not be remembered. */
  #generation = 0;

  constructor(options: KeyCacheOptions) {
    this.#options = options;
  }

  /** Forgets all keys. */
  clear(): void {
    this.#generation++;
    this.#remembered.clear();
  }

  readonly authenticate: Authenticate = async (key) => {
    if (!this.#options.isWellFormed(key)) return undefined;
    const digest = hash('sha256', key);
    const known = this.#remembered.get(digest);
    const age = known === undefined ? Infinity : performance.now() - known.askedAt;
    const trusted = this.#options.areAnnounced ? trustedMs : trustedUnannouncedMs;
    if (known !== undefined && age < trusted) return known.identity;
    const generation = this.#generation;
    const askedAt = performance.now();
    try {
      const identity = await this.#options.lookUp(key);
      if (generation === this.#generation) this.#remembered.set(digest, { identity, askedAt });
      return identity;
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'databaseUnavailable';
      if (isAway && known?.identity !== undefined && age < trustedMs) return known.identity;
      throw error;
    }
  };
}
