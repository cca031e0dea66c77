import { passwordLink } from '../../model/addresses.ts';
import { Failure, invalid } from '../../model/failure.ts';
import type { PasswordToken, UsageReader } from '../../store/ports.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { type AccountPorts, changeAccount, signUp } from '../http/sign-in.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { openSession } from '../middleware/session.ts';
import {
  newUserSchema,
  type PasswordLinkAnswerBody,
  type PasswordLinkBody,
  pageSchema,
  type UserAnswerBody,
  type UsersAnswerBody,
  userChangeSchema,
} from '../wire/accounts.ts';
import { parseBody, parseQuery } from '../wire/parse-body.ts';

export interface UserPorts extends AccountPorts {
  /** What an account has been charged. */
  readonly usageOf: UsageReader['accountUsage'];
  /** Whether anybody may make an account. */
  readonly openSignUp: boolean;
}

/** `POST /api/v1/users`: an admin adds an account, or somebody signs up where that is open. */
export function postUser(ports: UserPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const session = await openSession(ctx, ports);
    if (session?.account.admin) return addUser(ctx, ports);
    if (!ports.openSignUp) throw new Failure('forbidden', 'Signing up is closed; an admin can add accounts');
    return postSignUp(ctx, ports);
  };
}

async function addUser(ctx: ApiContext, { accounts, baseUrl }: UserPorts): Promise<void> {
  const { email, password, plan = 'free', admin = false } = parseBody(newUserSchema, await readJsonBody(ctx));
  const user = await accounts.addAccount({ email, plan, admin, ...(password !== undefined && { password }) });
  const link =
    password === undefined ? linkBody(await accounts.createPasswordToken(user.id), baseUrl()) : undefined;
  answerJson(ctx, { success: true, user, ...(link && { passwordLink: link }) } satisfies UserAnswerBody);
}

async function postSignUp(ctx: ApiContext, ports: UserPorts): Promise<void> {
  const { email, password, plan, admin } = parseBody(newUserSchema, await readJsonBody(ctx));
  if (password === undefined) throw invalid('password', 'is required');
  if (plan !== undefined || admin !== undefined) {
    throw new Failure('forbidden', 'Only an admin may choose the plan of an account, or make it an admin');
  }
  const { account } = await signUp(ctx, ports, { email, password });
  answerJson(ctx, { success: true, user: account } satisfies UserAnswerBody);
}

/** `GET /api/v1/users`: all accounts, a page at a time, in the order in which they were added. */
export function getUsers(ports: UserPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { page, limit } = parseQuery(pageSchema, ctx.query);
    const users = await listed(ports, { offset: (page - 1) * limit, limit });
    answerJson(ctx, { success: true, ...users, page, limit } satisfies UsersAnswerBody);
  };
}

/** So many accounts from there on, each with what it has, and how many there are in all. */
export async function listed(
  { accounts, usageOf }: Pick<UserPorts, 'accounts' | 'usageOf'>,
  part: { readonly offset: number; readonly limit: number },
) {
  const { accounts: found, total } = await accounts.list(part);
  const users = await Promise.all(
    found.map(async (user) => {
      const [keys, usage] = await Promise.all([accounts.keysOf(user.id), usageOf(user.id)]);
      return { ...user, keys: keys.length, usage };
    }),
  );
  return { users, total };
}

/** `PATCH /api/v1/users/{id}`. Whoever is disabled is logged out at once. */
export function patchUser(ports: UserPorts) {
  return async (ctx: ApiContext, id: string): Promise<void> => {
    const change = parseBody(userChangeSchema, await readJsonBody(ctx));
    const user = await changeAccount(ports, id, change);
    answerJson(ctx, { success: true, user } satisfies UserAnswerBody);
  };
}

/** `POST /api/v1/users/{id}/password-link`: for somebody who has no password, or has lost it. */
export function postPasswordLink({ accounts, baseUrl }: UserPorts) {
  return async (ctx: ApiContext, id: string): Promise<void> => {
    const link = linkBody(await accounts.createPasswordToken(id), baseUrl());
    answerJson(ctx, { success: true, ...link } satisfies PasswordLinkAnswerBody);
  };
}

function linkBody({ token, expiresAt }: PasswordToken, baseUrl: string): PasswordLinkBody {
  return { url: passwordLink(baseUrl, token), expiresAt };
}
