import { passwordLink } from '../../../model/addresses.ts';
import type { PasswordToken } from '../../../store/ports.ts';
import type { PasswordLinkBody } from '../../wire/accounts.ts';
import { exampleBase } from '../rendering/examples.ts';
import { exampleToken, exampleUser } from '../session/examples.ts';

/** The path parameter of endpoints for one account. */
export const accountId = { id: { description: 'The id of an account.', example: exampleUser.id } };

export const exampleLink: PasswordLinkBody = {
  url: passwordLink(exampleBase, exampleToken),
  expiresAt: '2026-12-04T09:30:00.000Z',
};

export function passwordLinkBody({ token, expiresAt }: PasswordToken, baseUrl: string): PasswordLinkBody {
  return { url: passwordLink(baseUrl, token), expiresAt };
}
