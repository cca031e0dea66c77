import type { AddressRule } from './address-rule.ts';
import type { Answer } from './download-answer.ts';
import { DownloadProblem, problems } from './download-problem.ts';
import { literalAddress, parsePhotoAddress, portOf } from './photo-address.ts';

/** Returns why an address is refused by itself, without a look-up of its host; undefined if it is not. */
export function addressProblem(
  address: string,
  mayReach: AddressRule,
  mayUsePort: (port: number) => boolean,
): string | undefined {
  const parsed = parseTarget(address, mayUsePort);
  if ('problem' in parsed) return parsed.problem;
  const literal = literalAddress(parsed.url);
  return literal === undefined || mayReach(literal) ? undefined : problems.literalNotPublic;
}

/** @throws DownloadProblem when the address is malformed; where it leads is checked elsewhere */
export function firstTarget(address: string, mayUsePort: (port: number) => boolean): URL {
  const parsed = parseTarget(address, mayUsePort);
  if ('problem' in parsed) throw new DownloadProblem(parsed.problem);
  return parsed.url;
}

function parseTarget(
  address: string,
  mayUsePort: (port: number) => boolean,
): { url: URL } | { problem: string } {
  const parsed = parsePhotoAddress(address);
  if ('problem' in parsed) return parsed;
  const port = portOf(parsed.url);
  return mayUsePort(port) ? parsed : { problem: `port ${port} is not allowed` };
}

/**
 * Returns the address that a redirect leads to. The reason for a refusal is not given, because the target is not the
 * caller's.
 *
 * @throws DownloadProblem when the address is malformed; where it leads is checked elsewhere
 */
export function redirectTarget(location: string, from: URL, mayUsePort: (port: number) => boolean): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target !== undefined && !/^https?:$/.test(target.protocol))
    throw new DownloadProblem(problems.redirectScheme);
  const parsed = parsePhotoAddress(target?.href ?? '');
  if ('problem' in parsed || !mayUsePort(portOf(parsed.url)))
    throw new DownloadProblem(problems.redirectNotPublic);
  return parsed.url;
}

/** Returns the target of a redirect, or undefined when the answer is not one. */
export function redirectLocation({
  statusCode,
  headers,
}: Pick<Answer, 'statusCode' | 'headers'>): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const [location] = [headers['location']].flat();
  // undici makes a character of each byte. Bytes outside ASCII are UTF-8, as browsers read them.
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8');
}
