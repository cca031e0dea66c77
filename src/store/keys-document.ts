import * as v from 'valibot';
import { planNames } from '../model/plan.ts';

/** The version that this code reads and writes. A later one brings a migration from each earlier one. */
const schemaVersion = 1;

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const moment = v.pipe(text, v.isoTimestamp('must be a moment such as 2026-01-31T12:00:00.000Z'));

const accountSchema = v.strictObject({
  id: text,
  /** Normalised: see email.ts. */
  email: text,
  plan: v.picklist(planNames, `must be one of ${planNames.join(', ')}`),
  admin: v.boolean('must be true or false'),
  createdAt: moment,
});

const keySchema = v.strictObject({
  id: text,
  accountId: text,
  name: v.string('must be a text'),
  /** HMAC-SHA256 of the key's value, hexadecimal. The value itself is nowhere. */
  hash: v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')),
  hint: text,
  createdAt: moment,
});

const documentSchema = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(
      schemaVersion,
      `must be ${schemaVersion}, the version this tierpress understands`,
    ),
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

/** What `keys.json` says. */
export interface KeysDocument {
  readonly schemaVersion: typeof schemaVersion;
  readonly accounts: readonly Account[];
  readonly keys: readonly Readonly<v.InferOutput<typeof keySchema>>[];
}

export const emptyKeysDocument: KeysDocument = { schemaVersion, accounts: [], keys: [] };

/** @returns the checked document, or what is wrong with the data, in a few words and without its content */
export function checkKeysDocument(data: unknown): KeysDocument | { readonly problem: string } {
  const result = v.safeParse(documentSchema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  const what = issue.type === 'strict_object' ? 'is missing, unknown or not an object' : issue.message;
  return { problem: path === null ? what : `${path} ${what}` };
}

function distinct<TName extends string>(records: readonly Record<TName, string>[], name: TName): boolean {
  return new Set(records.map((record) => record[name])).size === records.length;
}
