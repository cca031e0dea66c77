import * as v from 'valibot';
import { planNames } from '../../../model/plan.ts';
import { checked, type Problem } from './checked.ts';

/** The version that this code reads and writes. `migrate` converts earlier ones. */
const schemaVersion = 2;

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
/** As Date.toISOString writes it: valibot's own check accepts every form of ISO 8601, and takes four times as long. */
const moment = v.pipe(
  v.string('must be a text'),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a moment such as 2026-01-31T12:00:00.000Z'),
);
const flag = v.boolean('must be true or false');
const digest = v.pipe(v.string('must be a text'), v.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));

const accountSchema = v.strictObject({
  id: text,
  /** Normalised: see email.ts. */
  email: text,
  plan: v.picklist(planNames, `must be one of ${planNames.join(', ')}`),
  admin: flag,
  /** Its owner cannot log in, and its keys do not work. */
  disabled: flag,
  /** See password.ts; null until one has been set. */
  passwordHash: v.nullable(text),
  /** The one-time link that sets the password: SHA-256 of its token. */
  passwordLink: v.nullable(v.strictObject({ hash: digest, expiresAt: moment }, 'must be an object or null')),
  createdAt: moment,
});

const keySchema = v.strictObject({
  id: text,
  accountId: text,
  name: v.string('must be a text'),
  /** HMAC-SHA256 of the key's value, hexadecimal. The value itself is not stored. */
  hash: digest,
  hint: text,
  createdAt: moment,
});

const documentSchema = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(
      schemaVersion,
      `must be ${schemaVersion}, the version this tierpress understands, or an earlier one`,
    ),
    secretMark: v.optional(digest),
    accounts: v.array(accountSchema, 'must be a list'),
    keys: v.array(keySchema, 'must be a list'),
  }),
  v.check((document) => distinct(document.accounts, 'id'), 'two accounts have the same id'),
  v.check((document) => distinct(document.accounts, 'email'), 'two accounts have the same email'),
  v.check((document) => distinct(document.keys, 'id'), 'two keys have the same id'),
  v.check((document) => distinct(document.keys, 'hash'), 'two keys have the same hash'),
  v.check((document) => {
    const owners = new Set(document.accounts.map((account) => account.id));
    return document.keys.every((key) => owners.has(key.accountId));
  }, 'a key belongs to no account'),
);

export type Account = Readonly<v.InferOutput<typeof accountSchema>>;
export type KeyRecord = Readonly<v.InferOutput<typeof keySchema>>;

/** The content of `keys.json`. */
export interface KeysDocument {
  readonly schemaVersion: typeof schemaVersion;
  /** The mark of the secret that the keys are hashed with; absent from documents of before it. */
  readonly secretMark?: string | undefined;
  readonly accounts: readonly Account[];
  readonly keys: readonly KeyRecord[];
}

export const emptyKeysDocument: KeysDocument = { schemaVersion, accounts: [], keys: [] };

export function checkKeysDocument(data: unknown): KeysDocument | Problem {
  return checked(documentSchema, migrate(data));
}

/** Version 1 had no passwords, and no account could be disabled. */
const firstVersion = v.looseObject({
  schemaVersion: v.literal(1),
  accounts: v.array(v.looseObject({})),
});

/** Converts a document of an earlier version. Any other data is left to the check. */
function migrate(data: unknown): unknown {
  if (!v.is(firstVersion, data)) return data;
  const passwordless = { disabled: false, passwordHash: null, passwordLink: null };
  return {
    ...data,
    schemaVersion,
    accounts: data.accounts.map((account) => ({ ...account, ...passwordless })),
  };
}

function distinct<TName extends string>(records: readonly Record<TName, string>[], name: TName): boolean {
  return new Set(records.map((record) => record[name])).size === records.length;
}
