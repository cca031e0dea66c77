import { Failure } from '../../model/failure.ts';
import type { Accounts, AccountView } from '../../store/keyring.ts';
import type { ApiContext } from '../context.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { openSession, type SessionFinder, sessionOf } from '../middleware/session.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from '../session-cookie.ts';
import {
  type EndedAnswerBody,
  loginSchema,
  type OkAnswerBody,
  passwordChangeSchema,
  type SessionAnswerBody,
} from '../wire/accounts.ts';
import { parseBody } from '../wire/parse-body.ts';

interface Sessions extends SessionFinder {
  create(accountId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  end(token: string): Promise<void>;
  endAll(accountId: string): Promise<void>;
  /** @returns how many ended */
  endOthers(accountId: string, token: string): Promise<number>;
}

/** Slows the guessing of passwords. */
interface Throttle {
  /** @throws Failure quotaExceeded */
  attempt(email: string, address: string): Promise<{ succeeded(): Promise<void> }>;
}

export interface AccountPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  /** The caller's address; only proxies that are trusted are believed. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** `POST /api/v1/session`: logs in. */
export function postSession(ports: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { email, password } = parseBody(loginSchema, await readJsonBody(ctx));
    const account = await guessed(ctx, ports, email, () => ports.accounts.checkPassword(email, password));
    if (account === undefined)
      throw new Failure('unauthorized', 'The e-mail address or the password is not right');
    if (account.disabled) throw new Failure('forbidden', 'The account is disabled');
    await startSession(ctx, account, ports);
  };
}

/** `GET /api/v1/session`: who is logged in. */
export function getSession(ctx: ApiContext): void {
  const { account, expiresAt } = sessionOf(ctx);
  answerSession(ctx, account, expiresAt);
}

/** `DELETE /api/v1/session`: logs out. Nobody need be logged in for that. */
export function deleteSession({ sessions, baseUrl }: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    await sessions.end(sessionToken(ctx) ?? '');
    clearSessionCookie(ctx, isHttps(baseUrl()));
    ctx.body = { success: true } satisfies OkAnswerBody;
  };
}

/** `DELETE /api/v1/session/others`: logs out everywhere else. */
export function deleteOtherSessions({ sessions }: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { account, token } = sessionOf(ctx);
    const ended = await sessions.endOthers(account.id, token);
    ctx.body = { success: true, ended } satisfies EndedAnswerBody;
  };
}

/** `PUT /api/v1/password`: with the current one, or with the token of a one-time link. Ends all sessions but this. */
export function putPassword(ports: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { password, currentPassword, token } = parseBody(passwordChangeSchema, await readJsonBody(ctx));
    const account =
      token === undefined
        ? await changePassword(ctx, ports, currentPassword ?? '', password)
        : await ports.accounts.redeemPasswordToken(token, password);
    await ports.sessions.endAll(account.id);
    if (account.disabled) throw new Failure('forbidden', 'The account is disabled');
    await startSession(ctx, account, ports);
  };
}

async function changePassword(
  ctx: ApiContext,
  ports: AccountPorts,
  currentPassword: string,
  password: string,
): Promise<AccountView> {
  const { account } = openSession(ctx, ports) ?? {};
  if (account === undefined)
    throw new Failure('unauthorized', 'You must be logged in to change the password');
  const { email, id } = account;
  const known = await guessed(ctx, ports, email, () => ports.accounts.checkPassword(email, currentPassword));
  if (known === undefined) throw new Failure('unauthorized', 'The current password is not right');
  await ports.accounts.setPassword(id, password);
  // Somebody may have disabled it while the password was hashed.
  return ports.accounts.find(id) ?? account;
}

/** Begins a session and ends the one that came with the request, so that nobody who knew that one is in this one. */
export async function startSession(
  ctx: ApiContext,
  account: AccountView,
  ports: AccountPorts,
): Promise<void> {
  // Both at once: whoever ends all sessions of the account after this moment ends the new one too.
  const [, { token, expiresAt }] = await Promise.all([
    ports.sessions.end(sessionToken(ctx) ?? ''),
    ports.sessions.create(account.id),
  ]);
  setSessionCookie(ctx, token, isHttps(ports.baseUrl()));
  answerSession(ctx, account, expiresAt);
}

/** Looks at a password, as often as the throttle lets one. What was no guess, or a right one, does not count. */
async function guessed(
  ctx: ApiContext,
  { throttle, addressOf }: AccountPorts,
  email: string,
  look: () => Promise<AccountView | undefined>,
): Promise<AccountView | undefined> {
  const attempt = await throttle.attempt(email, addressOf(ctx.req));
  let isWrong = false;
  try {
    const account = await look();
    isWrong = account === undefined;
    return account;
  } finally {
    if (!isWrong) await attempt.succeeded();
  }
}

function answerSession(ctx: ApiContext, account: AccountView, expiresAt: Date): void {
  ctx.body = {
    success: true,
    user: account,
    expiresAt: expiresAt.toISOString(),
  } satisfies SessionAnswerBody;
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
