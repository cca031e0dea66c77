import { alternatives } from '../../model/alternatives.ts';
import { limits } from '../../model/limits.ts';
import type { Auth, Endpoint, ErrorDocs } from '../endpoints/define-endpoint.ts';

const orCrossOrigin = 'or the request comes from a page of another origin.';
const crossOrigin = 'The request comes from a page of another origin.';

/** Descriptions of errors that several endpoints share. */
export const disabledOrCrossOrigin = `The account is disabled, ${orCrossOrigin}`;
export const throttled = 'Too many attempts have failed; `Retry-After` says when the next one is accepted.';
export const signUpRefused = `Sign-up is closed and the caller is no admin, a caller signing up chose a plan, ${orCrossOrigin}`;

const noKey: ErrorDocs = {
  when: 'The key is missing, malformed, unknown or revoked, or two different keys were sent.',
  message: 'The API key is not valid',
};
const noSession: ErrorDocs = {
  when: 'There is no session.',
  message: 'You must be logged in; an API key will not do here',
};

const unauthorized: Readonly<Record<Auth, ErrorDocs | undefined>> = {
  none: undefined,
  key: noKey,
  keyOrPage: noKey,
  optionalSession: undefined,
  session: noSession,
  admin: noSession,
};

/** Returns the errors that every endpoint with this method, `auth` and body has, by status. */
export function usualErrors({
  method,
  auth,
  body,
  file,
}: Pick<Endpoint, 'method' | 'auth' | 'body' | 'file'>) {
  const isWrite = method !== 'GET' && auth !== 'key';
  const noAdmin = isWrite ? `The account is no admin, ${orCrossOrigin}` : 'The account is no admin.';
  const entries: readonly (readonly [number, ErrorDocs | false | undefined])[] = [
    [400, 'Something in the request is not valid; the message says where and what.'],
    [401, unauthorized[auth]],
    [403, auth === 'admin' ? noAdmin : isWrite && crossOrigin],
    [413, file && `The body is larger than ${file.maxBytes / 1024 ** 2} MiB.`],
    [
      415,
      file && `The body is not declared as ${alternatives(file.mediaTypes.map((type) => `\`${type}\``))}.`,
    ],
    [413, body && `The body is larger than ${limits.bodyBytes / 1024} KiB.`],
    [415, body && 'The body is not declared as JSON in UTF-8 (`Content-Type: application/json`).'],
    [500, 'Something went wrong in the service. Nothing is charged.'],
    [503, isWrite && 'The service cannot write at the moment. Nothing has changed.'],
  ];
  return new Map(entries.flatMap(([status, error]) => (error ? [[status, error] as const] : [])));
}
