import type { PlanName, Quota } from '../../model/plan.ts';
import type { Accounts, KeyView, UsageReader } from '../../store/ports.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { hasBody, readJsonBody } from '../middleware/json-body.ts';
import { sessionOf } from '../middleware/session.ts';
import type { OkAnswerBody } from '../wire/accounts.ts';
import {
  type KeyAnswerBody,
  type KeyCreatedBody,
  type KeysAnswerBody,
  keyChangeSchema,
  newKeySchema,
} from '../wire/keys.ts';
import { parseBody } from '../wire/parse-body.ts';

export interface KeyPorts {
  readonly accounts: Pick<Accounts, 'keysOf' | 'createKey' | 'renameKey' | 'revokeKey'>;
  /** What an account has been charged. */
  readonly usageOf: UsageReader['accountUsage'];
  /** What a key has been charged, and when it was last used. */
  readonly keyUsageOf: UsageReader['keyUsage'];
  readonly quotaOf: (plan: PlanName) => Quota;
}

/** `GET /api/v1/keys`: the keys of whoever is logged in. */
export function getKeys(ports: KeyPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { id, plan } = sessionOf(ctx).account;
    const [keys, usage] = await Promise.all([keysWithUse(id, ports), ports.usageOf(id)]);
    answerJson(ctx, {
      success: true,
      keys,
      plan,
      limits: ports.quotaOf(plan),
      usage,
    } satisfies KeysAnswerBody);
  };
}

/** `POST /api/v1/keys`: a new key, whose value is in this answer alone. */
export function postKey({ accounts }: KeyPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { name } = parseBody(newKeySchema, hasBody(ctx.req) ? await readJsonBody(ctx) : {});
    const created = await accounts.createKey(sessionOf(ctx).account.id, name);
    answerJson(ctx, { success: true, ...created } satisfies KeyCreatedBody);
  };
}

/** `PATCH /api/v1/keys/{id}`: another name for it. */
export function patchKey(ports: KeyPorts) {
  return async (ctx: ApiContext, id: string): Promise<void> => {
    const { name } = parseBody(keyChangeSchema, await readJsonBody(ctx));
    const key = await ports.accounts.renameKey(sessionOf(ctx).account.id, id, name);
    answerJson(ctx, { success: true, key: await withUse(key, ports) } satisfies KeyAnswerBody);
  };
}

/** `DELETE /api/v1/keys/{id}`: the key works no longer. */
export function deleteKey({ accounts }: KeyPorts) {
  return async (ctx: ApiContext, id: string): Promise<void> => {
    await accounts.revokeKey(sessionOf(ctx).account.id, id);
    answerJson(ctx, { success: true } satisfies OkAnswerBody);
  };
}

/** Returns the keys of an account as they are listed, with their use. */
export async function keysWithUse(accountId: string, ports: Pick<KeyPorts, 'accounts' | 'keyUsageOf'>) {
  const keys = await ports.accounts.keysOf(accountId);
  return Promise.all(keys.map((key) => withUse(key, ports)));
}

async function withUse(key: KeyView, { keyUsageOf }: Pick<KeyPorts, 'keyUsageOf'>) {
  const { lastUsedAt, ...usage } = await keyUsageOf(key.id);
  return { ...key, lastUsedAt: lastUsedAt?.toISOString() ?? null, usage };
}
