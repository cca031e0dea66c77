import { errors } from 'undici';
import { codeOf } from '../model/error-code.ts';
import { limits } from '../model/limits.ts';
import { photoFormats } from '../model/photo.ts';

/** Ends a download with a public reason: it contains no address, no target of a redirect and no errno. */
export class DownloadProblem extends Error {}

/** The address is not public, or the name has none. */
export class ForbiddenAddress extends Error {}

/** No connection could be made, or none that can be trusted. */
export class NotConnected extends Error {}

export const problems = {
  literalNotPublic: 'address is not public',
  /** One text for both cases, so that the names inside a network are not confirmed. */
  nameNotPublic: 'host not found or its address is not public',
  redirectNotPublic: 'redirected to an address that is not public or not found',
  redirectScheme: 'redirected to an address that is not http or https',
  redirects: 'too many redirects',
  size: `larger than ${limits.pictureBytes / 1024 / 1024} MB`,
  compressed: 'the answer is compressed',
  empty: 'the answer is empty',
  headers: 'the headers of the answer are too large',
  notHttp: 'the answer is not HTTP',
  brokenOff: 'the answer broke off',
  unreachable: 'host could not be reached',
  certificate: "the host's certificate is not valid",
  givenUp: 'given up before it was complete',
} as const;

/** @param ms the deadline of the download */
export function tookLonger(ms: number): string {
  return `took longer than ${ms / 1000} s`;
}

/** Names the media type that the host sent, if it is valid and helps a reader. */
export function notPhoto(contentType: string): string {
  const type = /^\s*([\w.+-]{1,40}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(contentType)?.[1]?.toLowerCase();
  if (type === undefined) return 'not a picture';
  const claimed = Object.values(photoFormats).some(({ mediaType }) => type === mediaType);
  return claimed ? `not a picture, though called ${type}` : `not a picture (${type})`;
}

/**
 * Returns a public reason for any error that ended a download. Messages of undici and of the system may contain
 * addresses and are not passed on.
 *
 * @param error what was thrown after the address had been allowed
 */
export function problemOf(error: unknown): string {
  if (error instanceof DownloadProblem) return error.message;
  const code = codeOf(error instanceof NotConnected ? error.cause : error) ?? '';
  if (error instanceof NotConnected)
    return isAboutCertificate(code) ? problems.certificate : problems.unreachable;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return problems.headers;
  if (isParserError(error)) return problems.notHttp;
  return problems.brokenOff;
}

/**
 * Whether undici could not parse the answer, other than because it ended too early. In undici 7.30 the error has no
 * code, although its type declares one.
 */
function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError && !error.message.includes('Invalid EOF state');
}

/**
 * The codes for X.509 errors that https://nodejs.org/api/tls.html lists, and the code for a certificate of another
 * name.
 */
function isAboutCertificate(code: string): boolean {
  return /CERT|^UNABLE_TO_|^INVALID_|^PATH_LENGTH_|^HOSTNAME_/.test(code) && !code.startsWith('ERR_SSL_');
}
