import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [base: Address, bits: number];

/**
 * Whether a literal address is public, by a pure check. Text that is not a literal address in plain notation is not
 * public.
 *
 * Refused are, by `range()` of ipaddr.js, the blocks of IANA's special-purpose registries, including those called
 * globally reachable, because no photo is served from them:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry (RFC 6890, RFC 8190),
 * and multicast (RFC 5771, RFC 4291). Also refused, although ipaddr.js calls them unicast:
 * - 168.63.129.16, a public number under which each Azure machine reaches its own host:
 *   https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * - all of IPv6 outside 2000::/3, the only block from which addresses are assigned (RFC 4291 section 2.4,
 *   https://www.iana.org/assignments/ipv6-address-space): thus also IPv4-compatible `::a.b.c.d` (RFC 4291 section
 *   2.5.5.1) and NAT64 (RFC 6052, RFC 8215);
 * - ISATAP, `…:0:5efe:a.b.c.d` behind any prefix, with either flag bit (RFC 5214 section 6.1), because the packet is
 *   delivered to a.b.c.d;
 * - an address with a zone, `fe80::1%eth0`, which has a meaning on this machine only (RFC 4007).
 *
 * A translator with its own prefix (RFC 6052 section 2.2) cannot be recognised by the address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && isPublic(parsed);
}

/** Whether an address, as text, may be connected to. */
export type AddressRule = (address: string) => boolean;

/**
 * Returns the rule for addresses that may be connected to: public ones, and those inside an allowed range. A range is
 * `10.0.0.0/8`, `fd00::/8` or a single address; its bits beyond the prefix are ignored. A range allows addresses of
 * its own family only: `10.0.0.0/8` does not allow `::ffff:10.0.0.1`. Text that is not a range allows nothing.
 */
export function addressRule(allowed: readonly string[]): AddressRule {
  const ranges = allowed.map(parseRange).filter((range) => range !== undefined);
  return (address) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    return isPublic(parsed) || ranges.some((range) => isInside(parsed, range));
  };
}

const azureHost: Range = [new ipaddr.IPv4([168, 63, 129, 16]), 32];
const globalUnicast: Range = [new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]), 3];

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !isInside(address, azureHost);
  return isInside(address, globalUnicast) && !isIsatap(address);
}

/** The interface identifier is 000000ug 00000000 5efe and an IPv4 address; u and g are flags. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  const [, , , , flags = 0, marker] = parts;
  return (flags & ~0x0300) === 0 && marker === 0x5efe;
}

function isInside(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function parseRange(text: string): Range | undefined {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = parseAddress(address);
  if (base === undefined) return undefined;
  const maxBits = base.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  return bits <= maxBits ? [base, bits] : undefined;
}

/**
 * Parses an address in the notation that Node's network functions accept. ipaddr.js alone would accept `0x7f.1`, and
 * reads `::1.2.3.4` as `::ffff:1.2.3.4`; therefore the URL parser first writes IPv6 out in groups.
 */
function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text) || text.includes('%')) return undefined;
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}
