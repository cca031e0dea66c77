import * as v from 'valibot';
import { keyNameGraphemes } from '../../model/limits.ts';
import { planNames } from '../../model/plan.ts';
import { component } from './component.ts';
import { count, moment, object, success } from './fields.ts';
import { text } from './text.ts';

/** The body of `POST /api/v1/keys`. */
export const newKeySchema = component(
  'NewKey',
  'A key to create.',
  object({ name: v.optional(text(keyNameGraphemes, 'A name that identifies the key, on one line.'), '') }),
);

/** The body of `PATCH /api/v1/keys/{id}`. */
export const keyChangeSchema = component(
  'KeyChange',
  'The changes to a key.',
  object({ name: text(keyNameGraphemes, 'The new name; an empty one removes it.') }),
);

export const usageSchema = component(
  'Usage',
  'How many renders have been charged.',
  v.object({
    minute: v.pipe(count, v.description('In the current minute.')),
    day: v.pipe(count, v.description('In the current UTC calendar day.')),
  }),
);

const limitsSchema = component(
  'Limits',
  'How many renders a plan allows; null means no limit.',
  v.object({ minute: v.nullable(count), day: v.nullable(count) }),
);

export const planSchema = component('Plan', 'The plan that an account is on.', v.picklist(planNames));

const keySchema = component(
  'Key',
  'An API key, without its secret value.',
  v.object({
    id: v.string(),
    name: v.string(),
    hint: v.pipe(v.string(), v.description('The start and the end of the key, which identify it.')),
    createdAt: moment,
    lastUsedAt: v.pipe(v.nullable(moment), v.description('null if the key has never been used.')),
    usage: usageSchema,
  }),
);

/** The answer of `GET /api/v1/keys`. */
export const keysAnswerSchema = component(
  'KeysAnswer',
  'The keys of the account, with its plan, limits and usage.',
  v.object({
    success,
    keys: v.array(keySchema),
    plan: planSchema,
    limits: limitsSchema,
    usage: v.pipe(usageSchema, v.description('The usage of the account, over all its keys.')),
  }),
);
export type KeysAnswerBody = v.InferOutput<typeof keysAnswerSchema>;

/** The answer of `PATCH /api/v1/keys/{id}`. */
export const keyAnswerSchema = component(
  'KeyAnswer',
  'The key after the change.',
  v.object({ success, key: keySchema }),
);

/** The answer of `POST /api/v1/keys`. */
export const keyCreatedSchema = component(
  'NewKeyAnswer',
  'A new key, with its secret value.',
  v.object({
    success,
    id: v.string(),
    name: v.string(),
    key: v.pipe(v.string(), v.description('The secret value of the key. No other answer contains it.')),
    createdAt: moment,
  }),
);
