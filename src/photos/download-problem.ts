import { errors } from 'undici';
import { limits } from '../model/limits.ts';
import { photoFormats } from '../model/photo.ts';

/** Ends a download for a reason that anyone may read: it holds no address, no target of a redirect, no errno. */
export class DownloadProblem extends Error {}

/** The address that a connection would go to is not public, or there is none. */
export class ForbiddenAddress extends Error {}

/** No connection came about, or not one that can be trusted. */
export class NotConnected extends Error {}

export const problems = {
  literalNotPublic: 'address is not public',
  /** One text for both, so that names inside a network are not confirmed. */
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

/** @param ms that it was allowed to take */
export function tookLonger(ms: number): string {
  return `took longer than ${ms / 1000} s`;
}

/** Names the type that the host gave, if that is one and is of use to a reader. */
export function notPhoto(contentType: string): string {
  const type = /^\s*([\w.+-]{1,40}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(contentType)?.[1]?.toLowerCase();
  if (type === undefined) return 'not a picture';
  const claimed = Object.values(photoFormats).some(({ mediaType }) => type === mediaType);
  return claimed ? `not a picture, though called ${type}` : `not a picture (${type})`;
}

/**
 * Words for whatever ended a download. What undici and the system say may hold addresses and stays inside.
 *
 * @param error what was thrown after the address had been allowed
 */
export function problemOf(error: unknown): string {
  if (error instanceof DownloadProblem) return error.message;
  const code = codeOf(error instanceof NotConnected ? error.cause : error);
  if (error instanceof NotConnected)
    return isAboutCertificate(code) ? problems.certificate : problems.unreachable;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return problems.headers;
  if (isParserError(error)) return problems.notHttp;
  return problems.brokenOff;
}

/** Not the one for an answer that ends too early. The error has no code in undici 7.30, whatever its types say. */
function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError && !error.message.includes('Invalid EOF state');
}

/** The codes for X.509 errors that https://nodejs.org/api/tls.html lists, and that of a certificate for another name. */
function isAboutCertificate(code: string): boolean {
  return /CERT|^UNABLE_TO_|^INVALID_|^PATH_LENGTH_|^HOSTNAME_/.test(code) && !code.startsWith('ERR_SSL_');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
