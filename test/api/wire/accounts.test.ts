import { describe, expect, it } from 'vitest';
import {
  loginSchema,
  newUserSchema,
  pageSchema,
  passwordChangeSchema,
  userChangeSchema,
} from '../../../src/api/wire/accounts.ts';
import { newKeySchema } from '../../../src/api/wire/keys.ts';
import { parseBody, parseQuery } from '../../../src/api/wire/parse-body.ts';

const password = 'correct horse battery';

describe('a body', () => {
  it('loses unknown fields', () => {
    const body = { email: 'ann@example.org', password, remember: true };
    expect(parseBody(loginSchema, body)).toEqual({ email: 'ann@example.org', password });
  });

  it.each([
    ['an array', []],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('is refused if it is %s', (_, body) => {
    expect(() => parseBody(loginSchema, body)).toThrow('The body must be a JSON object');
  });

  it.each<[string, Parameters<typeof parseBody>[0], unknown, string]>([
    ['a number as address', loginSchema, { email: 7, password }, 'email: must be a text, not a number'],
    ['no password', loginSchema, { email: 'a@b' }, 'password: is required'],
    [
      'an overlong address',
      loginSchema,
      { email: 'a'.repeat(255), password },
      'email: must be at most 254 characters long',
    ],
    [
      'an overlong password',
      loginSchema,
      { email: 'a@b', password: '😀'.repeat(201) },
      'password: must be at most 200 characters long',
    ],
    [
      'an unknown plan',
      newUserSchema,
      { email: 'a@b', plan: 'gold' },
      'plan: must be "free", "creator", "business" or "enterprise"',
    ],
    [
      '"yes" for true',
      newUserSchema,
      { email: 'a@b', admin: 'yes' },
      'admin: must be true or false, not a text',
    ],
    [
      'no change',
      userChangeSchema,
      { email: 'a@b' },
      'The body must hold at least one of plan, disabled and admin',
    ],
    [
      'neither proof',
      passwordChangeSchema,
      { password },
      'The body must hold exactly one of currentPassword and token',
    ],
    [
      'both proofs',
      passwordChangeSchema,
      { password, currentPassword: 'x', token: 'x' },
      'The body must hold exactly one of currentPassword and token',
    ],
    ['null as a name', newKeySchema, { name: null }, 'name: must be a text, not null'],
    ['a long name', newKeySchema, { name: 'x'.repeat(101) }, 'name: must be at most 100 characters long'],
  ])('is refused with %s, with the reason', (_, schema, body, message) => {
    expect(() => parseBody(schema, body)).toThrow(expect.objectContaining({ status: 400, message }));
  });

  it('may use the full length of each field', () => {
    const long = { email: 'a'.repeat(254), password: '😀'.repeat(200) };
    expect(parseBody(loginSchema, long)).toEqual(long);
    expect(parseBody(newKeySchema, { name: '键'.repeat(100) }).name).toHaveLength(100);
    expect(parseBody(newKeySchema, {})).toEqual({ name: '' });
    expect(parseBody(newKeySchema, { name: ' of the\nbot ' })).toEqual({ name: 'of the bot' });
  });
});

describe('a query', () => {
  it('selects a page, the first by default', () => {
    expect(parseQuery(pageSchema, {})).toEqual({ page: 1, limit: 24 });
    expect(parseQuery(pageSchema, { page: '7', limit: '100', q: 'x' })).toEqual({ page: 7, limit: 100 });
  });

  it.each([
    [{ limit: '101' }, 'limit: must be a whole number from 1 to 100'],
    [{ limit: '0' }, 'limit: must be a whole number from 1 to 100'],
    [{ limit: '' }, 'limit: must be a whole number from 1 to 100'],
    [{ limit: '1e1' }, 'limit: must be a whole number from 1 to 100'],
    [{ limit: ['1', '2'] }, 'limit: must be given only once'],
    [{ page: '-1' }, 'page: must be a whole number from 1 to 1000000'],
    [{ page: '9'.repeat(400) }, 'page: must be a whole number from 1 to 1000000'],
  ])('of %j is refused', (query, message) => {
    expect(() => parseQuery(pageSchema, query)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
