import ipaddr from 'ipaddr.js';

/**
 * What counts as one client, as far as one can tell: an IPv4 address, also in the form `::ffff:192.0.2.1`, which a socket
 * for both families gives: otherwise all of it were one network. Of IPv6 the first 64 bits, the smallest network there is
 * (RFC 4291, 2.5.1; RFC 6177): whoever has one address there commonly has all that begin so.
 *
 * @param address as text
 * @returns `192.0.2.1`, `2001:db8:1:2::/64`, or `unknown` for what is no address
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
