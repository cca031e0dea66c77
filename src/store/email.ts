import { emailForm, emailLength } from '../model/credentials.ts';
import { Failure } from '../model/failure.ts';

/**
 * Returns the spelling under which an address is stored and found: NFC, lower case, without surrounding space.
 *
 * @throws Failure badEmail
 */
export function normaliseEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  if (email.length > emailLength || !emailForm.test(email)) {
    throw new Failure('badEmail', 'email: must be an e-mail address such as ann@example.org');
  }
  return email;
}
