import type * as v from 'valibot';
import type {
  loginSchema,
  newUserSchema,
  passwordChangeSchema,
  userChangeSchema,
} from '../api/wire/accounts.ts';
import type { keyChangeSchema, newKeySchema } from '../api/wire/keys.ts';
import type { renderRequestSchema } from '../api/wire/render-request.ts';

export type {
  EndedAnswerBody as EndedAnswer,
  OkAnswerBody as Done,
  PasswordLinkAnswerBody as PasswordLinkAnswer,
  SessionAnswerBody as SessionAnswer,
  UserAnswerBody as UserAnswer,
  UserBody as User,
  UsersAnswerBody as UsersAnswer,
} from '../api/wire/accounts.ts';
export type {
  KeyAnswerBody as KeyAnswer,
  KeyCreatedBody as NewKeyAnswer,
  KeysAnswerBody as KeysAnswer,
} from '../api/wire/keys.ts';
export type { RenderAnswerBody as RenderAnswer } from '../api/wire/render-answer.ts';
export type { ServiceAnswerBody as ServiceAnswer } from '../api/wire/service-answer.ts';

/** What is sent is read only, so constants will do. */
type Sent<TValue> = TValue extends readonly (infer TEntry)[]
  ? readonly Sent<TEntry>[]
  : TValue extends object
    ? { readonly [TName in keyof TValue]: Sent<TValue[TName]> }
    : TValue;

export type RenderRequest = Sent<v.InferOutput<typeof renderRequestSchema>>;
export type Login = Sent<v.InferInput<typeof loginSchema>>;
export type PasswordChange = Sent<v.InferInput<typeof passwordChangeSchema>>;
export type NewUser = Sent<v.InferInput<typeof newUserSchema>>;
export type UserChange = Sent<v.InferInput<typeof userChangeSchema>>;
export type KeyChange = Sent<v.InferInput<typeof keyChangeSchema>>;
export type NewKey = Sent<v.InferInput<typeof newKeySchema>>;

export interface Page {
  /** From 1. */
  readonly page?: number | undefined;
  /** 1 to 100. */
  readonly limit?: number | undefined;
}
