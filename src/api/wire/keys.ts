import * as v from 'valibot';
import { keyNameGraphemes } from '../../model/limits.ts';
import { planNames } from '../../model/plan.ts';
import { moment } from './fields.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

/** The body of `POST /api/v1/keys`. */
export const newKeySchema = v.object(
  { name: v.optional(text(keyNameGraphemes, 'A name to tell the key from others, on one line.'), '') },
  mustBe('an object'),
);

/** The body of `PATCH /api/v1/keys/{id}`. */
export const keyChangeSchema = v.object(
  { name: text(keyNameGraphemes, 'The name from now on; an empty one takes it away.') },
  mustBe('an object'),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const usageSchema = v.pipe(
  v.object({
    minute: v.pipe(count, v.description('In the minute that is running.')),
    day: v.pipe(count, v.description('In the UTC calendar day.')),
  }),
  v.description('How many renders have been charged.'),
);

export const limitsSchema = v.pipe(
  v.object({ minute: v.nullable(count), day: v.nullable(count) }),
  v.description('How many renders a plan allows; null: as many as you like.'),
);

export const planSchema = v.pipe(v.picklist(planNames), v.description('The plan that an account is on.'));

export const keySchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    hint: v.pipe(v.string(), v.description('As much of the key as tells it from others, such as its end.')),
    createdAt: moment,
    lastUsedAt: v.pipe(v.nullable(moment), v.description('null: never used.')),
    usage: usageSchema,
  }),
  v.description('An API key, without the key itself.'),
);

/** The answer of `GET /api/v1/keys`. */
export const keysAnswerSchema = v.object({
  success: v.literal(true),
  keys: v.array(keySchema),
  plan: planSchema,
  limits: limitsSchema,
  usage: v.pipe(usageSchema, v.description('Of the account, over all its keys.')),
});
export type KeysAnswerBody = v.InferOutput<typeof keysAnswerSchema>;

/** The answer of `PATCH /api/v1/keys/{id}`. */
export const keyAnswerSchema = v.object({ success: v.literal(true), key: keySchema });
export type KeyAnswerBody = v.InferOutput<typeof keyAnswerSchema>;

/** The answer of `POST /api/v1/keys`. */
export const keyCreatedSchema = v.object({
  success: v.literal(true),
  id: v.string(),
  name: v.string(),
  key: v.pipe(v.string(), v.description('The key itself. It is shown here and never again.')),
  createdAt: moment,
});
export type KeyCreatedBody = v.InferOutput<typeof keyCreatedSchema>;
