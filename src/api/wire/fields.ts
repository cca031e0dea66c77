import * as v from 'valibot';
import { isWebAddress } from '../../items/photos.ts';
import { alternatives } from '../../model/alternatives.ts';
import { limits } from '../../model/limits.ts';
import { didYouMean } from '../../model/nearest.ts';
import { mustBe } from './messages.ts';

/** Returns a schema for one word of a closed vocabulary. */
export function oneOf<const TWords extends readonly (string | number)[]>(words: TWords) {
  return v.picklist(words, mustBeOneOf(words));
}

/** Returns the same schema for a query. */
export function queryWord<const TWords extends readonly string[]>(words: TWords) {
  return v.pipe(queryText, v.picklist(words, mustBeOneOf(words)));
}

function mustBeOneOf(words: readonly (string | number)[]) {
  const message = `must be ${alternatives(words.map((word) => JSON.stringify(word)))}`;
  const texts = words.filter((word) => typeof word === 'string');
  return ({ input }: v.BaseIssue<unknown>): string =>
    typeof input === 'string' ? `${message}${didYouMean(input, texts)}` : message;
}

/** A parameter of a query that is given once. A repeated parameter would be an array. */
export const queryText = v.string((issue) =>
  Array.isArray(issue.input) ? 'must be given only once' : 'must be a text',
);

/** Returns a schema for a whole number from 1 in a query, where every value is text. */
export function queryNumber(max: number, description: string) {
  const message = `must be a whole number from 1 to ${max}`;
  return v.pipe(
    queryText,
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, message),
    v.maxValue(max, message),
    v.description(description),
  );
}

export const wholeNumber = v.pipe(
  v.number(mustBe('a whole number')),
  v.safeInteger('must be a whole number of usual size'),
);

export const flag = v.boolean(mustBe('true or false'));

export const hexColor = v.pipe(
  v.string(mustBe('a colour such as "#ff7f7f"')),
  v.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of exactly the form "#rrggbb"'),
  v.description('A colour, as `#rrggbb`.'),
);

/** The form of an address in JSON Schema, whose patterns have no flag to ignore case. */
export const webAddressForm = {
  maxLength: limits.addressLength,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/\\S+$',
} as const;

export const webAddress = v.pipe(
  v.string(mustBe('an address')),
  v.maxLength(limits.addressLength, `must be at most ${limits.addressLength} characters long`),
  v.check(isWebAddress, 'must be an absolute http:// or https:// address'),
  v.metadata(webAddressForm),
  v.description('An absolute http:// or https:// address of a photo.'),
);

/** Returns a schema for an object in a request. */
export const object = <const TEntries extends v.ObjectEntries>(entries: TEntries) =>
  v.object(entries, mustBe('an object'));

/** Returns a schema for an optional field. The default is only documented here; the handler supplies it. */
export function defaulted<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: v.InferOutput<TSchema>,
  description: string,
) {
  return v.optional(v.pipe(schema, v.description(description), v.metadata({ default: value })));
}

/** The parameters of a paginated list. */
export const pageNumber = v.optional(
  queryNumber(1_000_000, 'The page number, from 1. A page past the end is empty.'),
  '1',
);
export const pageLimit = v.optional(queryNumber(100, 'The number of entries per page.'), '24');

/** Marks an answer that is not an error. */
export const success = v.literal(true);

/** A count in an answer. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A point in time in an answer: ISO 8601, UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

/** Returns a schema for an absolute address in an answer. */
export const url = (description: string) => v.pipe(v.string(), v.url(), v.description(description));

/** Returns the fields of an answer with one page of a list. */
export const pageOf = (entries: string) => ({
  page: v.pipe(count, v.minValue(1)),
  limit: v.pipe(count, v.minValue(1)),
  total: v.pipe(count, v.description(`The number of ${entries} on all pages.`)),
});

/** The metadata key of a list for the schema of its entries. */
export const listOf = 'listOf';

/**
 * Returns a schema for a list whose length is checked before its entries.
 *
 * @param description sentences for the OpenAPI document
 */
export function list<const TItem extends v.GenericSchema>(
  item: TItem,
  count: { min?: number; max: number },
  description: string,
) {
  const max = v.maxLength<unknown[], number, string>(count.max, `must hold at most ${count.max} entries`);
  const min = v.minLength<unknown[], number, string>(count.min ?? 0, `must hold at least ${count.min ?? 0}`);
  // The conversion to JSON Schema reads only the first schema of a request's pipe, so that schema names the entries.
  const described = v.metadata<unknown[], { description: string; [listOf]: TItem }>({
    description,
    [listOf]: item,
  });
  return v.pipe(v.array(v.unknown(), mustBe('an array')), described, min, max, v.array(item));
}
