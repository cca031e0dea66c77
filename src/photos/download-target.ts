import type { Answer } from './download-answer.ts';
import { DownloadProblem, problems } from './download-problem.ts';
import { parsePhotoAddress, portOf } from './photo-address.ts';

/** @throws DownloadProblem when the address cannot be used, apart from where it leads */
export function firstTarget(address: string, mayUsePort: (port: number) => boolean): URL {
  const parsed = parsePhotoAddress(address);
  if ('problem' in parsed) throw new DownloadProblem(parsed.problem);
  const port = portOf(parsed.url);
  if (!mayUsePort(port)) throw new DownloadProblem(`port ${port} is not allowed`);
  return parsed.url;
}

/**
 * The address that a redirect leads to. What is wrong with it is not told, for it is not the caller's.
 *
 * @throws DownloadProblem when it cannot be used, apart from where it leads
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

/** Where the answer sends its reader, if it does. */
export function redirectLocation({
  statusCode,
  headers,
}: Pick<Answer, 'statusCode' | 'headers'>): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const [location] = [headers['location']].flat();
  // undici makes a character of each byte; what is not ASCII is UTF-8, as browsers take it.
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8');
}
