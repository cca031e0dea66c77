import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** An address as told by a proxy that is no address. It is in no range. */
const unknown = 'unknown';

/**
 * Who is calling: the socket's address, unless a trusted proxy has it; then what X-Forwarded-For says, read from the
 * right, as far as each address in it is trusted too. What callers themselves put into the header stands further left
 * and is never reached. Every address is told in one spelling, an IPv4-mapped one (RFC 4291, 2.5.5.2) as IPv4; what is
 * no address in plain notation, and a caller who has gone, is `unknown`.
 *
 * @param trusted address ranges of the proxies, each `10.0.0.0/8`, `fd00::/8` or a single address
 * @throws TypeError for what is not a range
 */
export function clientAddress(trusted: readonly string[]): (req: IncomingMessage) => string {
  const isTrusted = addressTest(trusted);
  return (req) => parseAddress(proxyAddr(req, isTrusted))?.toString() ?? unknown;
}

/**
 * Whether nothing says that a proxy has passed the request on. Proxies need not say so: this tells of one that is there
 * although the configuration does not know it, and is no proof that there is none.
 */
export function isDirect({ headers }: IncomingMessage): boolean {
  return !Object.keys(headers).some((name) => proxyHeaders.test(name));
}

/**
 * Whether the caller's address can be known: the request came directly, or a trusted proxy has said in X-Forwarded-For
 * from where. Behind any other proxy every caller has the proxy's address, which may well be a local one.
 */
export function isAddressKnown(trusted: readonly string[]): (req: IncomingMessage) => boolean {
  const isTrusted = addressTest(trusted);
  return (req) => isDirect(req) || (isTrusted(req.socket.remoteAddress) && proxyAddr.all(req).length > 1);
}

/**
 * Whether an address is inside one of the ranges. An IPv4-mapped address counts as IPv4, on both sides; what is no
 * address is inside none.
 *
 * @throws TypeError for what is not a range
 */
export function addressTest(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.map(parseRange);
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && parsed.some((range) => isInside(address, range));
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [base: Address, bits: number];

/** RFC 7239, RFC 9110 section 7.6.3, and what was there before them. */
const proxyHeaders = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

function isInside(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function parseRange(text: string): Range {
  const [, given = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = parseAddress(given);
  const most = isIPv4(given) ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  if (base === undefined || bits > most) throw new TypeError(`${text} is not an address range`);
  const wasMapped = base.kind() === 'ipv4' && most === 128;
  return [base, wasMapped ? Math.max(0, bits - 96) : bits];
}

/**
 * An address in the notation that node's own network functions take, its zone left out; ipaddr.js alone would take
 * `0x7f.1` too, and reads `::127.0.0.1` as `::ffff:127.0.0.1`, which is why the URL parser first writes IPv6 in groups.
 */
function parseAddress(text = ''): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text)) return undefined;
  const [groups] = text.split('%');
  const address = ipaddr.IPv6.parse(new URL(`http://[${groups}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
