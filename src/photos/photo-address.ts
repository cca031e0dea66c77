import { isIPv4 } from 'node:net';
import { limits } from '../model/limits.ts';

/**
 * Reads the address of a photo as the WHATWG URL standard does (https://url.spec.whatwg.org), without its fragment.
 * Every spelling of a literal IP address (decimal, octal, hexadecimal, short, full-width, percent-encoded) becomes
 * the one that `literalAddress` returns, so all readers agree on it. The text of the problem follows the name of a
 * field.
 */
export function parsePhotoAddress(text: string): { url: URL } | { problem: string } {
  if (text.length > limits.addressLength)
    return { problem: `must be at most ${limits.addressLength} characters long` };
  if (!URL.canParse(text)) return { problem: 'must be a valid http or https address' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: 'must be an http or https address' };
  }
  // `http://@host/` names no user: the parser has dropped the sign.
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold a user name or password' };
  if (literalAddress(url) === undefined && !isHostName(url.hostname)) {
    return { problem: 'must have a valid host name' };
  }
  url.hash = '';
  return { url };
}

/**
 * Returns the literal IP address that an http or https URL names, in canonical form and without brackets, or
 * undefined.
 */
export function literalAddress(url: URL): string | undefined {
  const { hostname } = url;
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIPv4(hostname) ? hostname : undefined;
}

/** Returns the port of an http or https URL, explicit or by its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * Returns the rule for ports that may be connected to. An entry is one port, `80`, or an inclusive range,
 * `8000-8999`. Any other entry allows nothing.
 */
export function portRule(ports: readonly string[]): (port: number) => boolean {
  const ranges = ports.map((entry) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(entry) ?? [];
    return { first: Number(first), last: Number(last) };
  });
  return (port) => ranges.some(({ first, last }) => first <= port && port <= last);
}

/**
 * Letters, digits, hyphens (RFC 1123 section 2.1) and underscores, which real hosts use; one dot may end the name.
 * The URL parser accepts more, for example `127.0.0.1..` or `127.0.0.1,x`, which a resolver might read differently.
 * The parser itself has refused every name whose last label is a number, or read it as an address.
 */
function isHostName(name: string): boolean {
  const withoutLastDot = name.endsWith('.') ? name.slice(0, -1) : name;
  return withoutLastDot.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(withoutLastDot);
}
