const prefix = 'visitor ';

/**
 * Returns the id under which images of an anonymous visitor are counted, in place of an account's id.
 *
 * @param network the client's address, or the network that counts as one client
 */
export function visitorId(network: string): string {
  return `${prefix}${network}`;
}

/** Whether an id is a visitor's. Ids of accounts contain no spaces. */
export function isVisitor(accountId: string): boolean {
  return accountId.startsWith(prefix);
}
