import * as v from 'valibot';
import { emailForm, emailLength, passwordLength } from '../../model/credentials.ts';
import { planNames } from '../../model/plan.ts';
import { component } from './component.ts';
import { flag, moment, oneOf, queryNumber } from './fields.ts';
import { planSchema, usageSchema } from './keys.ts';
import { mustBe } from './messages.ts';

/** Returns a schema for text of bounded length, in code points as in JSON Schema (Validation, 6.3.1). */
const boundedText = (length: number) =>
  v.pipe(
    v.string(mustBe('a text')),
    v.check((value) => [...value].length <= length, `must be at most ${length} characters long`),
    v.metadata({ maxLength: length }),
  );

/** The form of an address, with surrounding space, which the store trims before it checks the form. */
const emailPattern = emailForm.source.replace('^', '^\\s*').replace('$', '\\s*$');

const email = v.pipe(
  boundedText(emailLength),
  v.description('The e-mail address of the account.'),
  v.metadata({ format: 'idn-email', pattern: emailPattern }),
);
const password = boundedText(passwordLength.max);
/** A new password. Its minimum is only documented: the store checks it after the caller's permission. */
const newPassword = v.pipe(password, v.metadata({ minLength: passwordLength.min }));

/** The body of `POST /api/v1/session`. */
export const loginSchema = component(
  'Login',
  'The credentials of an account.',
  v.object({ email, password }, mustBe('an object')),
);

/** The body of `PUT /api/v1/password`: the current password or a one-time link authenticates the caller. */
export const passwordChangeSchema = component(
  'PasswordChange',
  'The new password, with either the current one (and a session) or the token of a one-time link.',
  v.pipe(
    v.object(
      {
        password: v.pipe(newPassword, v.description('The new password.')),
        currentPassword: v.optional(
          v.pipe(password, v.description('The current password; needs a session as well.')),
        ),
        token: v.optional(
          v.pipe(
            boundedText(passwordLength.max),
            v.description('The token of a one-time link; it begins a session.'),
          ),
        ),
      },
      mustBe('an object'),
    ),
    v.check(
      (body) => (body.currentPassword === undefined) !== (body.token === undefined),
      'The body must hold exactly one of currentPassword and token',
    ),
    v.metadata({ oneOf: [{ required: ['currentPassword'] }, { required: ['token'] }] }),
  ),
);

/** The body of `POST /api/v1/users`. */
export const newUserSchema = component(
  'NewUser',
  'An account to create.',
  v.object(
    {
      email,
      password: v.optional(
        v.pipe(
          newPassword,
          v.description(
            'Required for signing up. When an admin leaves it out, the answer holds a link to set it.',
          ),
        ),
      ),
      plan: v.optional(
        v.pipe(oneOf(planNames), v.description('Only for admins.'), v.metadata({ default: 'free' })),
      ),
      admin: v.optional(v.pipe(flag, v.description('Only for admins.'), v.metadata({ default: false }))),
    },
    mustBe('an object'),
  ),
);

const userChanges = {
  plan: v.optional(v.pipe(oneOf(planNames), v.description('The new plan.'))),
  disabled: v.optional(
    v.pipe(
      flag,
      v.description('Whether the account is disabled: nobody can log in to it, and no key of it works.'),
    ),
  ),
  admin: v.optional(v.pipe(flag, v.description('Whether the account may manage others.'))),
};

/** The body of `PATCH /api/v1/users/{id}`. */
export const userChangeSchema = component(
  'UserChange',
  'What to change; fields left out stay as they are.',
  v.pipe(
    v.object(userChanges, mustBe('an object')),
    v.check(
      (body) => Object.values(body).some((value) => value !== undefined),
      'The body must hold at least one of plan, disabled and admin',
    ),
    v.metadata({ minProperties: 1, anyOf: Object.keys(userChanges).map((name) => ({ required: [name] })) }),
  ),
);

/** The query of a paginated list. */
export const pageSchema = v.object({
  page: v.optional(queryNumber(1_000_000, 'Which page, from 1. A page past the end is empty.'), '1'),
  limit: v.optional(queryNumber(100, 'How many entries a page has.'), '24'),
});

const userSchema = component(
  'User',
  'An account.',
  v.object({
    id: v.string(),
    email: v.string(),
    plan: planSchema,
    admin: v.pipe(v.boolean(), v.description('Whether the account may manage others.')),
    disabled: v.pipe(v.boolean(), v.description('Whether the account is disabled.')),
    createdAt: moment,
  }),
);
export type UserBody = v.InferOutput<typeof userSchema>;

const success = v.literal(true);
const sessionEnd = v.pipe(moment, v.description('When the session ends.'));

/** The answer of every operation that begins a session, and of `GET /api/v1/session`. */
export const sessionAnswerSchema = component(
  'SessionAnswer',
  'The session and its account.',
  v.object({ success, user: userSchema, expiresAt: sessionEnd }),
);
export type SessionAnswerBody = v.InferOutput<typeof sessionAnswerSchema>;

const oneTimeLink = {
  url: v.pipe(
    v.string(),
    v.url(),
    v.description('An address to hand over; whoever opens it sets the password.'),
  ),
  expiresAt: v.pipe(moment, v.description('Until when the link works, unless it is used before.')),
};

const passwordLinkSchema = component(
  'PasswordLink',
  'A one-time link to set a password.',
  v.object(oneTimeLink),
);
export type PasswordLinkBody = v.InferOutput<typeof passwordLinkSchema>;

/** The answer of `POST /api/v1/users` and `PATCH /api/v1/users/{id}`. */
export const userAnswerSchema = component(
  'UserAnswer',
  'The account after the change.',
  v.object({ success, user: userSchema, passwordLink: v.optional(passwordLinkSchema) }),
);
export type UserAnswerBody = v.InferOutput<typeof userAnswerSchema>;

/** The answer of `POST /api/v1/users/{id}/password-link`. */
export const passwordLinkAnswerSchema = component(
  'PasswordLinkAnswer',
  'A one-time link to set a password.',
  v.object({ success, ...oneTimeLink }),
);

const wholeCount = v.pipe(v.number(), v.integer(), v.minValue(0));

const listedUserSchema = component(
  'ListedUser',
  'An account, with what it uses.',
  v.object({
    ...userSchema.entries,
    keys: v.pipe(wholeCount, v.description('How many keys the account has.')),
    usage: usageSchema,
  }),
);

/** The answer of `GET /api/v1/users`. */
export const usersAnswerSchema = component(
  'UsersAnswer',
  'One page of the accounts.',
  v.object({
    success,
    users: v.array(listedUserSchema),
    page: v.pipe(wholeCount, v.minValue(1)),
    limit: v.pipe(wholeCount, v.minValue(1)),
    total: v.pipe(wholeCount, v.description('How many accounts all pages have together.')),
  }),
);

/** The answer of `DELETE /api/v1/session/others`. */
export const endedAnswerSchema = component(
  'EndedAnswer',
  'How many other sessions were ended.',
  v.object({ success, ended: v.pipe(wholeCount, v.description('How many sessions were ended.')) }),
);
