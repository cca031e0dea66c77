import { invalid } from '../model/failure.ts';
import type { AccountOperations, AccountView } from '../store/ports.ts';

/**
 * Finds the account with the email address of a command. @throws Failure badEmail, invalidRequest when there is none
 */
export async function accountOf(
  address: string,
  accounts: Pick<AccountOperations, 'findByEmail'>,
): Promise<AccountView> {
  const account = await accounts.findByEmail(address);
  if (account === undefined) throw invalid('user', `there is no account with the address ${address}`);
  return account;
}
