import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { type AccountPorts, logIn, logOut, type SignedIn, setPassword } from '../http/sign-in.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { sessionOf } from '../middleware/session.ts';
import {
  type EndedAnswerBody,
  loginSchema,
  type OkAnswerBody,
  passwordChangeSchema,
  type SessionAnswerBody,
} from '../wire/accounts.ts';
import { parseBody } from '../wire/parse-body.ts';

/** `POST /api/v1/session`: logs in. */
export function postSession(ports: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    answerSession(ctx, await logIn(ctx, ports, parseBody(loginSchema, await readJsonBody(ctx))));
  };
}

/** `GET /api/v1/session`: who is logged in. */
export function getSession(ctx: ApiContext): void {
  answerSession(ctx, sessionOf(ctx));
}

/** `DELETE /api/v1/session`: logs out. Nobody need be logged in for that. */
export function deleteSession(ports: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    await logOut(ctx, ports);
    answerJson(ctx, { success: true } satisfies OkAnswerBody);
  };
}

/** `DELETE /api/v1/session/others`: logs out everywhere else. */
export function deleteOtherSessions({ sessions }: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { account, token } = sessionOf(ctx);
    const ended = await sessions.endOthers(account.id, token);
    answerJson(ctx, { success: true, ended } satisfies EndedAnswerBody);
  };
}

/** `PUT /api/v1/password`: with the current one, or with the token of a one-time link. Ends all sessions but this. */
export function putPassword(ports: AccountPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const {
      password,
      currentPassword = '',
      token,
    } = parseBody(passwordChangeSchema, await readJsonBody(ctx));
    const proof = token === undefined ? { currentPassword } : { token };
    answerSession(ctx, await setPassword(ctx, ports, password, proof));
  };
}

function answerSession(ctx: ApiContext, { account, expiresAt }: SignedIn): void {
  answerJson(ctx, {
    success: true,
    user: account,
    expiresAt: expiresAt.toISOString(),
  } satisfies SessionAnswerBody);
}
