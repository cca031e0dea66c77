import * as v from 'valibot';
import { keyNameGraphemes } from '../../model/limits.ts';
import { planNames } from '../../model/plan.ts';
import { component } from './component.ts';
import { moment } from './fields.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

/** The body of `POST /api/v1/keys`. */
export const newKeySchema = component(
  'NewKey',
  'A key to create.',
  v.object(
    { name: v.optional(text(keyNameGraphemes, 'A name to tell the key from others, on one line.'), '') },
    mustBe('an object'),
  ),
);

/** The body of `PATCH /api/v1/keys/{id}`. */
export const keyChangeSchema = component(
  'KeyChange',
  'What to change of a key.',
  v.object({ name: text(keyNameGraphemes, 'The new name; an empty one removes it.') }, mustBe('an object')),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const usageSchema = component(
  'Usage',
  'How many renders have been charged.',
  v.object({
    minute: v.pipe(count, v.description('In the current minute.')),
    day: v.pipe(count, v.description('In the UTC calendar day.')),
  }),
);

const limitsSchema = component(
  'Limits',
  'How many renders a plan allows; null: no limit.',
  v.object({ minute: v.nullable(count), day: v.nullable(count) }),
);

export const planSchema = component('Plan', 'The plan that an account is on.', v.picklist(planNames));

const keySchema = component(
  'Key',
  'An API key, without the key itself.',
  v.object({
    id: v.string(),
    name: v.string(),
    hint: v.pipe(v.string(), v.description('Part of the key, to tell it from others.')),
    createdAt: moment,
    lastUsedAt: v.pipe(v.nullable(moment), v.description('null: never used.')),
    usage: usageSchema,
  }),
);

/** The answer of `GET /api/v1/keys`. */
export const keysAnswerSchema = component(
  'KeysAnswer',
  'The keys of the account, and what it may use and has used.',
  v.object({
    success: v.literal(true),
    keys: v.array(keySchema),
    plan: planSchema,
    limits: limitsSchema,
    usage: v.pipe(usageSchema, v.description('Of the account, over all its keys.')),
  }),
);
export type KeysAnswerBody = v.InferOutput<typeof keysAnswerSchema>;

/** The answer of `PATCH /api/v1/keys/{id}`. */
export const keyAnswerSchema = component(
  'KeyAnswer',
  'The key after the change.',
  v.object({ success: v.literal(true), key: keySchema }),
);

/** The answer of `POST /api/v1/keys`. */
export const keyCreatedSchema = component(
  'NewKeyAnswer',
  'A new key, with the key itself.',
  v.object({
    success: v.literal(true),
    id: v.string(),
    name: v.string(),
    key: v.pipe(v.string(), v.description('The key itself. It is shown here and never again.')),
    createdAt: moment,
  }),
);
