import { Failure, type FailureCode } from '../../model/failure.ts';
import type { AccountChange, Accounts, AccountView, LoginThrottle, Sessions } from '../../store/ports.ts';
import { openSession } from '../middleware/session.ts';
import type { ApiContext } from './context.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from './session-cookie.ts';

export interface AccountPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  /** Returns the caller's address, as far as trusted proxies name it. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** The account and the end of its session after a login. */
export interface SignedIn {
  readonly account: AccountView;
  readonly expiresAt: Date;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Logs in with a password.
 *
 * @throws Failure unauthorized, forbidden when the account is disabled, quotaExceeded after too many guesses
 */
export async function logIn(
  ctx: ApiContext,
  ports: AccountPorts,
  { email, password }: Credentials,
): Promise<SignedIn> {
  const account = await guessed(ctx, ports, email, () => ports.accounts.checkPassword(email, password));
  if (account === undefined)
    throw new Failure('unauthorized', 'The e-mail address or the password is not right');
  if (account.disabled) throw new Failure('forbidden', 'The account is disabled');
  return startSession(ctx, account, ports);
}

/** Ends the session and removes the cookie. Does not require a session. */
export async function logOut(ctx: ApiContext, { sessions, baseUrl }: AccountPorts): Promise<void> {
  await sessions.end(sessionToken(ctx, baseUrl()) ?? '');
  clearSessionCookie(ctx, baseUrl());
}

/**
 * Creates an account on the plan free and logs it in. Counts as a failed login, which limits mass sign-ups and probing
 * for registered addresses.
 */
export async function signUp(
  ctx: ApiContext,
  ports: AccountPorts,
  { email, password }: Credentials,
): Promise<SignedIn> {
  await ports.throttle.attempt({ email, address: ports.addressOf(ctx.req) });
  const account = await ports.accounts.addAccount({ email, plan: 'free', admin: false, password });
  return startSession(ctx, account, ports);
}

/**
 * Sets a password, with the current password of the session's account or with the token of a one-time link. Ends all
 * other sessions.
 *
 * @throws Failure sessionsUnsaved when the password is changed but the sessions cannot be saved
 */
export async function setPassword(
  ctx: ApiContext,
  ports: AccountPorts,
  password: string,
  proof: { readonly currentPassword: string } | { readonly token: string },
): Promise<SignedIn> {
  const account =
    'token' in proof
      ? await ports.accounts.redeemPasswordToken(proof.token, password)
      : await changePassword(ctx, ports, proof.currentPassword, password);
  return afterChange('The password is changed; log in with it, and end the other sessions', async () => {
    await ports.sessions.endAll(account.id);
    if (account.disabled) throw new Failure('forbidden', 'The account is disabled');
    return startSession(ctx, account, ports);
  });
}

/** Changes the plan or the rights of an account. Disabling it ends its sessions at once. */
export async function changeAccount(
  { accounts, sessions }: Pick<AccountPorts, 'accounts' | 'sessions'>,
  id: string,
  change: AccountChange,
): Promise<AccountView> {
  const account = await accounts.changeAccount(id, change);
  if (!account.disabled) return account;
  await afterChange('The account is changed; disable it again, to end its sessions', () =>
    sessions.endAll(account.id),
  );
  return account;
}

const unavailable: ReadonlySet<FailureCode> = new Set(['storeUnavailable', 'databaseUnavailable']);

/**
 * Updates sessions after a change that stays in force even if the update fails.
 *
 * @param changed message that names the change and what to do about the unsaved sessions
 * @throws Failure sessionsUnsaved
 */
async function afterChange<T>(changed: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure) || !unavailable.has(error.code)) throw error;
    throw new Failure('sessionsUnsaved', changed, { cause: error });
  }
}

async function changePassword(
  ctx: ApiContext,
  ports: AccountPorts,
  currentPassword: string,
  password: string,
): Promise<AccountView> {
  const { account } = (await openSession(ctx, ports)) ?? {};
  if (account === undefined)
    throw new Failure('unauthorized', 'You must be logged in to change the password');
  const { email, id } = account;
  const known = await guessed(ctx, ports, email, () => ports.accounts.checkPassword(email, currentPassword));
  if (known === undefined) throw new Failure('unauthorized', 'The current password is not right');
  await ports.accounts.setPassword(id, password);
  // The account may have been disabled while the password was hashed.
  return (await ports.accounts.find(id)) ?? account;
}

/** Begins a session and ends the session of the request, which prevents session fixation. */
/** @throws Failure forbidden when the account has been disabled meanwhile */
async function startSession(ctx: ApiContext, account: AccountView, ports: AccountPorts): Promise<SignedIn> {
  // Both at once: a later request to end all sessions of the account then ends the new session too.
  const [, { token, expiresAt }] = await Promise.all([
    ports.sessions.end(sessionToken(ctx, ports.baseUrl()) ?? ''),
    ports.sessions.create(account.id, ports.addressOf(ctx.req)),
  ]);
  // An account is disabled before its sessions are ended, so a session that was created after that is found here.
  if ((await ports.accounts.find(account.id))?.disabled) {
    await ports.sessions.end(token);
    throw new Failure('forbidden', 'The account is disabled');
  }
  setSessionCookie(ctx, token, ports.baseUrl());
  return { account, expiresAt };
}

/** Checks a password as often as the throttle allows. Correct passwords and requests that are no guess do not count. */
async function guessed(
  ctx: ApiContext,
  { accounts, sessions, throttle, addressOf }: AccountPorts,
  email: string,
  look: () => Promise<AccountView | undefined>,
): Promise<AccountView | undefined> {
  const address = addressOf(ctx.req);
  const { id } = (await accounts.findByEmail(email)) ?? {};
  const attempt = await throttle.attempt({
    email,
    address,
    ...(id && { account: { id, isFromKnownNetwork: await sessions.knowsNetwork(id, address) } }),
  });
  let isWrong = false;
  try {
    const account = await look();
    isWrong = account === undefined;
    return account;
  } finally {
    if (!isWrong) await attempt.succeeded();
  }
}
