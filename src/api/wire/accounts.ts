import * as v from 'valibot';
import { emailForm, emailLength, passwordLength } from '../../model/credentials.ts';
import { planNames } from '../../model/plan.ts';
import { component } from './component.ts';
import {
  count,
  defaulted,
  flag,
  moment,
  object,
  oneOf,
  pageLimit,
  pageNumber,
  pageOf,
  success,
  url,
} from './fields.ts';
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
export const loginSchema = component('Login', 'The credentials of an account.', object({ email, password }));

/** The body of `PUT /api/v1/password`: the current password or a one-time link authenticates the caller. */
export const passwordChangeSchema = component(
  'PasswordChange',
  'The new password, with either the current one (and a session) or the token of a one-time link.',
  v.pipe(
    object({
      password: v.pipe(newPassword, v.description('The new password.')),
      currentPassword: v.optional(
        v.pipe(password, v.description('The current password; requires a session.')),
      ),
      token: v.optional(
        v.pipe(
          boundedText(passwordLength.max),
          v.description('The token of a one-time link; it begins a session.'),
        ),
      ),
    }),
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
  object({
    email,
    password: v.optional(
      v.pipe(
        newPassword,
        v.description(
          'Required for sign-up. If an admin omits it, the answer contains a one-time link to set it.',
        ),
      ),
    ),
    plan: defaulted(oneOf(planNames), 'free', 'Only admins may set it.'),
    admin: defaulted(flag, false, 'Only admins may set it.'),
  }),
);

const disabled = v.pipe(
  flag,
  v.description('Whether the account is disabled: it cannot log in, and its keys are rejected.'),
);
const admin = v.pipe(flag, v.description('Whether the account may manage other accounts.'));

const userChanges = {
  plan: v.optional(v.pipe(oneOf(planNames), v.description('The new plan.'))),
  disabled: v.optional(disabled),
  admin: v.optional(admin),
};

/** The body of `PATCH /api/v1/users/{id}`. */
export const userChangeSchema = component(
  'UserChange',
  'The changes to an account; omitted fields stay unchanged.',
  v.pipe(
    object(userChanges),
    v.check(
      (body) => Object.values(body).some((value) => value !== undefined),
      'The body must hold at least one of plan, disabled and admin',
    ),
    v.metadata({ minProperties: 1, anyOf: Object.keys(userChanges).map((name) => ({ required: [name] })) }),
  ),
);

/** The query of a paginated list. */
export const pageSchema = v.object({ page: pageNumber, limit: pageLimit });

const userSchema = component(
  'User',
  'An account.',
  v.object({
    id: v.string(),
    email: v.string(),
    plan: planSchema,
    admin,
    disabled,
    createdAt: moment,
  }),
);
export type UserBody = v.InferOutput<typeof userSchema>;

const sessionEnd = v.pipe(moment, v.description('When the session ends.'));

/** The answer of every operation that begins a session, and of `GET /api/v1/session`. */
export const sessionAnswerSchema = component(
  'SessionAnswer',
  'The session and its account.',
  v.object({ success, user: userSchema, expiresAt: sessionEnd }),
);
export type SessionAnswerBody = v.InferOutput<typeof sessionAnswerSchema>;

const oneTimeLink = {
  url: url('The address of the link. Anyone who opens it can set the password.'),
  expiresAt: v.pipe(moment, v.description('When the link expires. It works only once.')),
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

const listedUserSchema = component(
  'ListedUser',
  'An account, with its number of keys and its usage.',
  v.object({
    ...userSchema.entries,
    keys: v.pipe(count, v.description('The number of keys of the account.')),
    usage: usageSchema,
  }),
);

/** The answer of `GET /api/v1/users`. */
export const usersAnswerSchema = component(
  'UsersAnswer',
  'One page of the accounts.',
  v.object({ success, users: v.array(listedUserSchema), ...pageOf('accounts') }),
);

/** The answer of `DELETE /api/v1/session/others`. */
export const endedAnswerSchema = component(
  'EndedAnswer',
  'The number of other sessions that were ended.',
  v.object({ success, ended: count }),
);
