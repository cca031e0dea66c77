import ipaddr from 'ipaddr.js';

/**
 * Returns the network that counts as one client. For IPv4 it is the address, also when it is written
 * `::ffff:192.0.2.1`, as dual-stack sockets do: otherwise all IPv4 clients would be one network. For IPv6 it is the
 * first 64 bits, the smallest network there is (RFC 4291, 2.5.1; RFC 6177), because a client with one address in it
 * usually has all of them.
 *
 * @param address as text
 * @returns `192.0.2.1`, `2001:db8:1:2::/64`, or `unknown` for an invalid address
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
