import * as v from 'valibot';
import { isWebAddress } from '../../items/photos.ts';
import { alternatives } from '../../model/alternatives.ts';
import { limits } from '../../model/limits.ts';
import { mustBe } from './messages.ts';

/** One word of a closed vocabulary. */
export function oneOf<const TWords extends readonly (string | number)[]>(words: TWords) {
  return v.picklist(words, `must be ${alternatives(words.map((word) => JSON.stringify(word)))}`);
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

export const webAddress = v.pipe(
  v.string(mustBe('an address')),
  v.maxLength(limits.addressLength, `must be at most ${limits.addressLength} characters long`),
  v.check(isWebAddress, 'must be an absolute http:// or https:// address'),
  v.description('An absolute http:// or https:// address of a picture.'),
);

/** A moment in an answer: ISO 8601, UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

/** Under this name a list says in its metadata what its entries are. */
export const listOf = 'listOf';

/**
 * A list whose length is checked before anything in it.
 *
 * @param description of what it is, as sentences, for the API's description
 */
export function list<const TItem extends v.GenericSchema>(
  item: TItem,
  count: { min?: number; max: number },
  description: string,
) {
  const max = v.maxLength<unknown[], number, string>(count.max, `must hold at most ${count.max} entries`);
  const min = v.minLength<unknown[], number, string>(count.min ?? 0, `must hold at least ${count.min ?? 0}`);
  // What describes a body looks at the first schema of a pipe alone, so that one says what the entries are.
  const described = v.metadata<unknown[], { description: string; [listOf]: TItem }>({
    description,
    [listOf]: item,
  });
  return v.pipe(v.array(v.unknown(), mustBe('an array')), described, min, max, v.array(item));
}
