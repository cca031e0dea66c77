import * as v from 'valibot';
import { checked, type Problem } from './checked.ts';

/** The version that this code reads and writes. */
const schemaVersion = 1;

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));
const moment = v.pipe(
  text,
  v.isoTimestamp('must be a moment such as 2026-01-31T12:00:00.000Z'),
  // The form alone allows an hour 24, and an invalid date would never be past.
  v.check((value) => !Number.isNaN(Date.parse(value)), 'must be a moment that there is'),
);

const sessionSchema = v.strictObject({
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  hash,
  accountId: text,
  createdAt: moment,
  lastUsedAt: moment,
});

const knownNetworkSchema = v.strictObject({
  accountId: text,
  /** A keyed hash of the account and the client's network, hexadecimal. */
  hash,
  lastLoginAt: moment,
});

const documentSchema = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(
      schemaVersion,
      `must be ${schemaVersion}, the version this tierpress understands`,
    ),
    sessions: v.array(sessionSchema, 'must be a list'),
    knownNetworks: v.optional(v.array(knownNetworkSchema, 'must be a list'), []),
  }),
  v.check(
    ({ sessions }) => new Set(sessions.map((session) => session.hash)).size === sessions.length,
    'two sessions have the same hash',
  ),
);

export type KnownNetwork = Readonly<v.InferOutput<typeof knownNetworkSchema>>;
export type Session = Readonly<v.InferOutput<typeof sessionSchema>>;

/** The content of `sessions.json`. */
export interface SessionsDocument {
  readonly schemaVersion: typeof schemaVersion;
  readonly sessions: readonly Session[];
  readonly knownNetworks: readonly KnownNetwork[];
}

export const emptySessionsDocument: SessionsDocument = { schemaVersion, sessions: [], knownNetworks: [] };

export function checkSessionsDocument(data: unknown): SessionsDocument | Problem {
  return checked(documentSchema, data);
}
