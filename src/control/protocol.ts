import type { Socket } from 'node:net';
import * as v from 'valibot';
import { type FailureCode, failures } from '../model/failure.ts';
import { planNames } from '../model/plan.ts';

/** A command and its reply are one line of JSON each. A longer line is not read. */
const lineBytes = 64 * 1024;

export const commandSchema = v.variant('command', [
  v.object({
    command: v.literal('addAccount'),
    account: v.object({
      email: v.string(),
      plan: v.picklist(planNames),
      admin: v.boolean(),
      password: v.optional(v.string()),
    }),
  }),
  v.object({ command: v.literal('findByEmail'), email: v.string() }),
  v.object({ command: v.literal('createKey'), accountId: v.string(), name: v.string() }),
  v.object({ command: v.literal('createPasswordToken'), accountId: v.string() }),
  v.object({ command: v.literal('identityOf'), keyId: v.string() }),
]);

export type Command = v.InferOutput<typeof commandSchema>;

const failureCodes = Object.keys(failures) as FailureCode[];

/** A reply: the value that the command's method returns, or its failure. */
function replySchema<TSchema extends v.GenericSchema>(value: TSchema) {
  return v.union([
    v.object({ ok: v.literal(true), value }),
    v.object({ ok: v.literal(false), code: v.picklist(failureCodes), message: v.string() }),
  ]);
}

const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  plan: v.picklist(planNames),
  admin: v.boolean(),
  disabled: v.boolean(),
  createdAt: v.string(),
});

export const accountReplySchema = replySchema(accountSchema);

/** Null for an address without an account. */
export const foundReplySchema = replySchema(v.nullable(accountSchema));

export const keyReplySchema = replySchema(
  v.object({ id: v.string(), name: v.string(), key: v.string(), createdAt: v.string() }),
);

/** Null for a key that is not valid. */
export const identityReplySchema = replySchema(
  v.nullable(
    v.object({
      accountId: v.string(),
      keyId: v.string(),
      plan: v.picklist(planNames),
      quota: v.exactOptional(v.object({ minute: v.nullable(v.number()), day: v.nullable(v.number()) })),
    }),
  ),
);

export const tokenReplySchema = replySchema(v.object({ token: v.string(), expiresAt: v.string() }));

/** Reads one line. Returns undefined when the connection ends before it does, or the line is too long. */
export async function readLine(socket: Socket): Promise<string | undefined> {
  let text = '';
  socket.setEncoding('utf8');
  try {
    // The socket stays open when the loop ends: the reply is written to it.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) return text.slice(0, end);
      if (text.length > lineBytes) return undefined;
    }
  } catch {
    // The connection broke.
  }
  return undefined;
}
