import * as v from 'valibot';
import { planNames } from '../../model/plan.ts';
import { flag, moment, oneOf } from './fields.ts';
import { planSchema, usageSchema } from './keys.ts';
import { mustBe } from './messages.ts';

/** Bounds on what is read at all; what makes an address or a good password is checked by those who keep them. */
const emailLength = 254;
const passwordLength = 200;

/** Counted as JSON Schema counts them: in code points (6.3.1 of JSON Schema Validation). */
const boundedText = (length: number) =>
  v.pipe(
    v.string(mustBe('a text')),
    v.check((value) => [...value].length <= length, `must be at most ${length} characters long`),
    v.metadata({ maxLength: length }),
  );

const email = v.pipe(boundedText(emailLength), v.description('The e-mail address of the account.'));
const password = boundedText(passwordLength);

/** The body of `POST /api/v1/session`. */
export const loginSchema = v.object({ email, password }, mustBe('an object'));

/** The body of `PUT /api/v1/password`: who asks is told by the current password or by a one-time link. */
export const passwordChangeSchema = v.pipe(
  v.object(
    {
      password: v.pipe(password, v.description('The new password.')),
      currentPassword: v.optional(
        v.pipe(password, v.description('The password so far; needs a session as well.')),
      ),
      token: v.optional(
        v.pipe(boundedText(passwordLength), v.description('The token of a one-time link, which logs in.')),
      ),
    },
    mustBe('an object'),
  ),
  v.check(
    (body) => (body.currentPassword === undefined) !== (body.token === undefined),
    'The body must hold exactly one of currentPassword and token',
  ),
  v.metadata({ oneOf: [{ required: ['currentPassword'] }, { required: ['token'] }] }),
);

/** The body of `POST /api/v1/users`. */
export const newUserSchema = v.object(
  {
    email,
    password: v.optional(
      v.pipe(
        password,
        v.description('Required for signing up. Left out by an admin, the answer holds a link to set it.'),
      ),
    ),
    plan: v.optional(v.pipe(oneOf(planNames), v.description('For admins only; otherwise `free`.'))),
    admin: v.optional(v.pipe(flag, v.description('For admins only; otherwise false.'))),
  },
  mustBe('an object'),
);

/** The body of `PATCH /api/v1/users/{id}`. */
export const userChangeSchema = v.pipe(
  v.object(
    {
      plan: v.optional(
        v.pipe(oneOf(planNames), v.description('The plan that the account is on from now on.')),
      ),
      disabled: v.optional(
        v.pipe(flag, v.description('Whether the account is shut: no login, and no key of it works.')),
      ),
      admin: v.optional(v.pipe(flag, v.description('Whether the account may manage others.'))),
    },
    mustBe('an object'),
  ),
  v.check(
    (body) => Object.values(body).some((value) => value !== undefined),
    'The body must hold at least one of plan, disabled and admin',
  ),
  v.metadata({ minProperties: 1 }),
);

/** A whole number in a query, where everything is a text. */
function queryNumber(max: number, description: string) {
  const message = `must be a whole number from 1 to ${max}`;
  return v.pipe(
    v.string((issue) => (Array.isArray(issue.input) ? 'must be given only once' : message)),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, message),
    v.maxValue(max, message),
    v.description(description),
  );
}

/** The query of a list that comes in pages. */
export const pageSchema = v.object({
  page: v.optional(queryNumber(1_000_000, 'Which page, counted from 1. One past the end is empty.'), '1'),
  limit: v.optional(queryNumber(100, 'How many on a page.'), '24'),
});

export const userSchema = v.pipe(
  v.object({
    id: v.string(),
    email: v.string(),
    plan: planSchema,
    admin: v.pipe(v.boolean(), v.description('Whether the account may manage others.')),
    disabled: v.pipe(v.boolean(), v.description('Whether the account is shut.')),
    createdAt: moment,
  }),
  v.description('An account.'),
);
export type UserBody = v.InferOutput<typeof userSchema>;

const success = v.literal(true);
const sessionEnd = v.pipe(moment, v.description('When the session ends.'));

/** The answer of everything that logs in, and of `GET /api/v1/session`. */
export const sessionAnswerSchema = v.object({ success, user: userSchema, expiresAt: sessionEnd });
export type SessionAnswerBody = v.InferOutput<typeof sessionAnswerSchema>;

const oneTimeLink = {
  url: v.pipe(
    v.string(),
    v.url(),
    v.description('An address to hand over; whoever opens it sets the password.'),
  ),
  expiresAt: v.pipe(moment, v.description('Until when the link works, unless it is used before.')),
};

export const passwordLinkSchema = v.pipe(
  v.object(oneTimeLink),
  v.description('A one-time link to set a password.'),
);
export type PasswordLinkBody = v.InferOutput<typeof passwordLinkSchema>;

/** The answer of `POST /api/v1/users` and `PATCH /api/v1/users/{id}`. */
export const userAnswerSchema = v.object({
  success,
  user: userSchema,
  passwordLink: v.optional(passwordLinkSchema),
});
export type UserAnswerBody = v.InferOutput<typeof userAnswerSchema>;

/** The answer of `POST /api/v1/users/{id}/password-link`. */
export const passwordLinkAnswerSchema = v.object({ success, ...oneTimeLink });
export type PasswordLinkAnswerBody = v.InferOutput<typeof passwordLinkAnswerSchema>;

const wholeCount = v.pipe(v.number(), v.integer(), v.minValue(0));

export const listedUserSchema = v.pipe(
  v.object({
    ...userSchema.entries,
    keys: v.pipe(wholeCount, v.description('How many keys the account has.')),
    usage: usageSchema,
  }),
  v.description('An account, with what it uses.'),
);

/** The answer of `GET /api/v1/users`. */
export const usersAnswerSchema = v.object({
  success,
  users: v.array(listedUserSchema),
  page: v.pipe(wholeCount, v.minValue(1)),
  limit: v.pipe(wholeCount, v.minValue(1)),
  total: v.pipe(wholeCount, v.description('How many there are on all pages.')),
});
export type UsersAnswerBody = v.InferOutput<typeof usersAnswerSchema>;

/** The answer of `DELETE /api/v1/session/others`. */
export const endedAnswerSchema = v.object({
  success,
  ended: v.pipe(wholeCount, v.description('How many sessions were ended.')),
});
export type EndedAnswerBody = v.InferOutput<typeof endedAnswerSchema>;

/** The answer of what has nothing more to say. */
export const okAnswerSchema = v.object({ success });
export type OkAnswerBody = v.InferOutput<typeof okAnswerSchema>;
