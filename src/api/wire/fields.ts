import * as v from 'valibot';
import { isWebAddress } from '../../items/pictures.ts';
import { limits } from '../../model/limits.ts';
import { mustBe } from './messages.ts';

/** One word of a closed vocabulary. */
export function oneOf<const TWords extends readonly (string | number)[]>(words: TWords) {
  const list = words.map((word) => JSON.stringify(word));
  const last = list.pop();
  return v.picklist(words, `must be ${list.join(', ')} or ${last}`);
}

export const wholeNumber = v.pipe(
  v.number(mustBe('a whole number')),
  v.safeInteger('must be a whole number of usual size'),
);

export const flag = v.boolean(mustBe('true or false'));

export const hexColor = v.pipe(
  v.string(mustBe('a colour such as "#ff7f7f"')),
  v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour of exactly the form "#rrggbb"'),
);

export const webAddress = v.pipe(
  v.string(mustBe('an address')),
  v.maxLength(limits.addressLength, `must be at most ${limits.addressLength} characters long`),
  v.check(isWebAddress, 'must be an absolute http:// or https:// address'),
);

/** A list whose length is checked before anything in it. */
export function list<const TItem extends v.GenericSchema>(item: TItem, count: { min?: number; max: number }) {
  const max = v.maxLength<unknown[], number, string>(count.max, `must hold at most ${count.max} entries`);
  const min = v.minLength<unknown[], number, string>(count.min ?? 0, `must hold at least ${count.min ?? 0}`);
  return v.pipe(v.array(v.unknown(), mustBe('an array')), min, max, v.array(item));
}
