import { Failure } from '../model/failure.ts';

/**
 * Returns the spelling under which an address is stored and found: NFC, lower case, without surrounding space.
 *
 * @throws Failure badEmail
 */
export function normaliseEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  // 254: the longest address that fits a mail envelope (RFC 5321, 4.5.3.1.3).
  if (email.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)) {
    throw new Failure('badEmail', 'email: must be an e-mail address such as ann@example.org');
  }
  return email;
}
