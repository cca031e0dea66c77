import { expect } from 'vitest';
import type { PlanName } from '../../src/model/plan.ts';
import { jsonOf } from './http.ts';
import type { TestService } from './service.ts';

export const goodPassword = 'correct horse battery staple';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

let members = 0;

/** Creates an account with a key and without a password. */
export async function addMember(
  { service }: Pick<TestService, 'service'>,
  { plan = 'free', admin = false }: { readonly plan?: PlanName; readonly admin?: boolean } = {},
): Promise<Member> {
  const email = `member-${++members}@example.org`;
  const { id } = await service.accounts.addAccount({ email, plan, admin });
  const { key } = await service.accounts.createKey(id, '');
  return { id, email, key };
}

/** Creates a one-time token that sets the password of the account with this address. */
export async function passwordToken(
  { service }: Pick<TestService, 'service'>,
  email: string,
): Promise<string> {
  const account = await service.accounts.findByEmail(email);
  return (await service.accounts.createPasswordToken(account?.id ?? '')).token;
}

/**
 * Sets an account's password with a one-time link, which also logs the account in: this takes one hash instead of
 * two.
 *
 * @returns the cookie
 */
export async function logIn(test: TestService, email: string, password = goodPassword): Promise<string> {
  const token = await passwordToken(test, email);
  const { status, cookie } = await ask(test, 'PUT', '/api/v1/password', { body: { token, password } });
  if (status !== 200 || cookie === undefined) throw new Error(`${email} cannot log in: ${status}`);
  return cookie;
}

interface Question {
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** Returns the cookie that a browser would send back, if one was set. */
  readonly cookie: string | undefined;
}

/** Sends a request whose response is JSON. */
export async function ask(
  { url }: Pick<TestService, 'url'>,
  method: string,
  path: string,
  { cookie, headers, body }: Question = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const [set] = answer.headers.getSetCookie();
  return {
    status: answer.status,
    headers: answer.headers,
    body: await jsonOf(answer),
    cookie: set?.replace(/;.*/s, ''),
  };
}

/** Matches the body of every error. @param message the message, or a part of it */
export function refusal(message: string | RegExp): object {
  const matching =
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
  return { success: false, message: matching };
}
