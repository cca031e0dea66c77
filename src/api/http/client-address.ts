import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Stands for an address that cannot be parsed. It is in no range. */
const unknown = 'unknown';

/**
 * Returns a function that finds the address of the client: the address of the socket, or, if that is a trusted proxy,
 * the rightmost address in X-Forwarded-For that is not trusted. Addresses that the client itself put into the header
 * stand further left and are never reached. Addresses are normalized, and an IPv4-mapped address (RFC 4291, 2.5.5.2)
 * becomes IPv4. The result is `unknown` for text that is not a plain address and for a client that has disconnected.
 *
 * @param trusted address ranges of the proxies, each `10.0.0.0/8`, `fd00::/8` or a single address
 * @throws TypeError for an invalid range
 */
export function clientAddress(trusted: readonly string[]): (req: IncomingMessage) => string {
  const isTrusted = addressTest(trusted);
  return (req) => parseAddress(proxyAddr(req, isTrusted))?.toString() ?? unknown;
}

/**
 * Returns whether a request has no headers of a proxy. This detects proxies that are missing from the configuration.
 * It does not prove that there is no proxy, since proxies need not set these headers.
 */
export function isDirect({ headers }: IncomingMessage): boolean {
  return !Object.keys(headers).some((name) => proxyHeaders.test(name));
}

/**
 * Returns a function that reports whether the client's address is known: the request came directly, or a trusted proxy
 * named the client in X-Forwarded-For. Behind another proxy, every client has the proxy's address, which may be local.
 */
export function isAddressKnown(trusted: readonly string[]): (req: IncomingMessage) => boolean {
  const isTrusted = addressTest(trusted);
  return (req) => isDirect(req) || (isTrusted(req.socket.remoteAddress) && proxyAddr.all(req).length > 1);
}

/**
 * Returns a function that reports whether an address is in one of the ranges. IPv4-mapped addresses and ranges count as
 * IPv4. Text that is not an address is in no range.
 *
 * @throws TypeError for an invalid range
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

/** The headers of RFC 7239, of RFC 9110 section 7.6.3, and the older ones without a standard. */
const proxyHeaders = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

function isInside(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function parseRange(text: string): Range {
  const [, given = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = parseAddress(given);
  const maxBits = isIPv4(given) ? 32 : 128;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  if (base === undefined || bits > maxBits) throw new TypeError(`${text} is not an address range`);
  const wasMapped = base.kind() === 'ipv4' && maxBits === 128;
  return [base, wasMapped ? Math.max(0, bits - 96) : bits];
}

/**
 * Parses an address in the notation of Node's network functions, and drops its zone. ipaddr.js alone would also accept
 * `0x7f.1`, and it reads `::127.0.0.1` as `::ffff:127.0.0.1`, so the URL parser first writes IPv6 as groups.
 */
function parseAddress(text = ''): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text)) return undefined;
  const [groups] = text.split('%');
  const address = ipaddr.IPv6.parse(new URL(`http://[${groups}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
