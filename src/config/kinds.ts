import { isIP } from 'node:net';
import * as v from 'valibot';
import { alternatives } from '../model/alternatives.ts';
import { readS3Address } from './s3-address.ts';

/** The type of a setting's value. */
export interface Kind<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  /** Reads the text of a variable. The schema checks the result. */
  readonly fromText: (text: string) => unknown;
}

const string = v.string('must be a text');

/** A text that is taken unchanged. */
function text<const Schema extends v.GenericSchema>(schema: Schema): Kind<Schema> {
  return { schema, fromText: (value) => value };
}

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return {
    schema: v.pipe(
      v.number(message),
      v.safeInteger(message),
      v.minValue(min, message),
      v.maxValue(max, message),
    ),
    fromText: (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : value),
  };
}

const flags = new Map<string, boolean>([
  ['true', true],
  ['false', false],
]);

/** `true` or `false`. */
export const flag = {
  schema: v.boolean('must be true or false'),
  fromText: (value: string) => flags.get(value) ?? value,
};

/** A list. In a variable, commas or spaces separate the entries. */
function list<const Entry extends v.GenericSchema>(entry: Entry, message: string) {
  return {
    schema: v.pipe(v.array(entry, message), v.readonly()),
    fromText: (value: string) => value.split(/[\s,]+/).filter((part) => part !== ''),
  };
}

export const addressRanges = list(
  v.pipe(string, v.check(isAddressRange, 'must be an address or a range such as 10.0.0.0/8')),
  'must be a list of address ranges',
);

export const ports = list(
  v.pipe(string, v.regex(/^\d{1,5}(-\d{1,5})?$/, 'must be a port or a range such as 8000-8999')),
  'must be a list of ports',
);

export const hostName = text(v.pipe(string, v.regex(/^[\w.:-]+$/, 'must be a host name or an address')));

export const folder = text(v.pipe(string, v.nonEmpty('must not be empty')));

/** An address without a trailing slash. */
export const baseAddress = text(
  v.pipe(
    string,
    v.check(isBaseUrl, 'must be an absolute http(s) address without query or fragment'),
    v.transform((address) => address.replace(/\/+$/, '')),
  ),
);

/** `file:` for the data directory, or the address of an engine. */
export function storeAddress(scheme: 'postgres' | 's3', form: string) {
  return text(
    v.pipe(
      string,
      v.check(
        (address) => address === 'file:' || (address.startsWith(`${scheme}://`) && URL.canParse(address)),
        `must be file: or an address such as ${form}`,
      ),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || !dataset.value.startsWith('s3://')) return;
        const address = readS3Address(dataset.value);
        if ('problem' in address) addIssue({ message: address.problem });
      }),
    ),
  );
}

/** @param quote how the error message writes each word */
export function oneOf<const Words extends readonly string[]>(words: Words, quote = '') {
  const quoted = words.map((word) => `${quote}${word}${quote}`);
  return text(v.picklist(words, `must be ${alternatives(quoted)}`));
}

function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
}

function isAddressRange(range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
