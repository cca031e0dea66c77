import type * as v from 'valibot';
import type {
  loginSchema,
  newUserSchema,
  passwordChangeSchema,
  userChangeSchema,
} from '../api/wire/accounts.ts';
import type { keyChangeSchema, newKeySchema } from '../api/wire/keys.ts';
import type { renderRequestSchema } from '../api/wire/render-request.ts';
import type { localeQuerySchema, templatesQuerySchema } from '../api/wire/templates.ts';

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
export type {
  CategoriesAnswerBody as CategoriesAnswer,
  ListedTemplateBody as ListedTemplate,
  TemplateAnswerBody as TemplateAnswer,
  TemplatesAnswerBody as TemplatesAnswer,
} from '../api/wire/templates.ts';

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

/** What a query holds, before it is written down as texts. */
type Asked<TQuery> = { readonly [TName in keyof TQuery]?: TQuery[TName] | undefined };

/** Which templates to list: `q` searches, `mode` orders; 24 on a page where nothing else is said. */
export type TemplatesQuestion = Asked<v.InferOutput<typeof templatesQuerySchema>>;
/** In which language; English where nothing else is said. */
export type LocaleQuestion = Asked<v.InferOutput<typeof localeQuerySchema>>;

export interface Page {
  /** From 1. */
  readonly page?: number | undefined;
  /** 1 to 100. */
  readonly limit?: number | undefined;
}
