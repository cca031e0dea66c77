const prefix = 'visitor ';

/**
 * What pictures of somebody who is not logged in are counted under, in place of an account's id.
 *
 * @param network the client's address, or the network that counts as one
 */
export function visitorId(network: string): string {
  return `${prefix}${network}`;
}

/** Accounts' ids have no spaces. */
export function isVisitor(accountId: string): boolean {
  return accountId.startsWith(prefix);
}
