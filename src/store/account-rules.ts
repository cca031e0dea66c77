import { Failure, invalid } from '../model/failure.ts';
import { hasAtMost } from '../model/graphemes.ts';
import { keyNameGraphemes, limits } from '../model/limits.ts';

/** Long enough for an owner who is away over a weekend. */
export const passwordLinkMs = 7 * 24 * 60 * 60 * 1000;

export function newId(prefix: 'acc' | 'key', randomBytes: (count: number) => Buffer): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}

/** Returns whether a text has the form of a key's id. */
export function isKeyId(text: string): boolean {
  return /^key_[\w-]{12}$/.test(text);
}

/** @throws Failure invalidRequest */
export function checkKeyName(name: string): void {
  if (/\p{Cc}/u.test(name) || !hasAtMost(keyNameGraphemes, name)) {
    throw invalid('name', `must be at most ${keyNameGraphemes} characters on one line`);
  }
}

export function emailTaken(email: string): Failure {
  return new Failure('emailTaken', `email: there is an account with the address ${email} already`);
}

export function tooManyKeys(): Failure {
  const message = `The account has ${limits.keysPerAccount} keys already, which is the limit`;
  return new Failure('tooManyKeys', message);
}

export function lastAdmin(): Failure {
  return new Failure('lastAdmin', 'This is the last account that can manage the others');
}

export function noSuchAccount(): Failure {
  return new Failure('notFound', 'There is no such account');
}

export function noSuchKey(): Failure {
  return new Failure('notFound', 'There is no such key');
}

export function linkIsOver(): Failure {
  return new Failure('unauthorized', 'The link has been used already, or has expired');
}

export function accountIsDisabled(): Failure {
  return new Failure('forbidden', 'The account is disabled');
}
