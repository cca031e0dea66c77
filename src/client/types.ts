import type * as v from 'valibot';
import type { addUser } from '../api/endpoints/accounts/add-user.ts';
import type { changeUser } from '../api/endpoints/accounts/change-user.ts';
import type { listUsers } from '../api/endpoints/accounts/list-users.ts';
import type { makePasswordLink } from '../api/endpoints/accounts/make-password-link.ts';
import type { createKey } from '../api/endpoints/keys/create-key.ts';
import type { getSigningSecret } from '../api/endpoints/keys/get-signing-secret.ts';
import type { listKeys } from '../api/endpoints/keys/list-keys.ts';
import type { renameKey } from '../api/endpoints/keys/rename-key.ts';
import type { uploadPhoto } from '../api/endpoints/photos/upload-photo.ts';
import type { describe } from '../api/endpoints/rendering/describe.ts';
import type { render } from '../api/endpoints/rendering/render.ts';
import type { sign } from '../api/endpoints/rendering/sign.ts';
import type { isAlive } from '../api/endpoints/service/is-alive.ts';
import type { changePassword } from '../api/endpoints/session/change-password.ts';
import type { login } from '../api/endpoints/session/login.ts';
import type { logoutOthers } from '../api/endpoints/session/logout-others.ts';
import type { getTemplate } from '../api/endpoints/templates/get-template.ts';
import type { listCategories } from '../api/endpoints/templates/list-categories.ts';
import type { listTemplates } from '../api/endpoints/templates/list-templates.ts';
import type { ReadonlyDeep } from '../api/wire/readonly-deep.ts';
import type { renderRequestSchema } from '../api/wire/render-request.ts';
import type { AnswerOf, BodyOf, QueryOf } from './endpoint-types.ts';

/** The body of a render request. Inferred from the output of the schema, since the input of its lists is unknown. */
export type RenderRequest = ReadonlyDeep<v.InferOutput<typeof renderRequestSchema>>;
export type Login = BodyOf<typeof login>;
export type PasswordChange = BodyOf<typeof changePassword>;
export type NewUser = BodyOf<typeof addUser>;
export type UserChange = BodyOf<typeof changeUser>;
export type NewKey = BodyOf<typeof createKey>;
export type KeyChange = BodyOf<typeof renameKey>;

/** The templates to list: `q` searches, `mode` sets the order, `limit` is 24 by default. */
export type TemplatesQuery = QueryOf<typeof listTemplates>;
/** The language, English by default. */
export type LocaleQuery = QueryOf<typeof getTemplate>;
/** `page` counts from 1, `limit` is 1 to 100. */
export type Page = QueryOf<typeof listUsers>;

export type RenderAnswer = AnswerOf<typeof render>;
export type PhotoAnswer = AnswerOf<typeof uploadPhoto>;
export type SignAnswer = AnswerOf<typeof sign>;
export type ServiceAnswer = AnswerOf<typeof describe>;
export type TemplatesAnswer = AnswerOf<typeof listTemplates>;
export type ListedTemplate = TemplatesAnswer['templates'][number];
export type TemplateAnswer = AnswerOf<typeof getTemplate>;
export type CategoriesAnswer = AnswerOf<typeof listCategories>;
export type SessionAnswer = AnswerOf<typeof login>;
export type EndedAnswer = AnswerOf<typeof logoutOthers>;
export type User = SessionAnswer['user'];
export type UserAnswer = AnswerOf<typeof addUser>;
export type UsersAnswer = AnswerOf<typeof listUsers>;
export type PasswordLinkAnswer = AnswerOf<typeof makePasswordLink>;
export type KeysAnswer = AnswerOf<typeof listKeys>;
export type NewKeyAnswer = AnswerOf<typeof createKey>;
export type SigningSecretAnswer = AnswerOf<typeof getSigningSecret>;
export type KeyAnswer = AnswerOf<typeof renameKey>;
export type Done = AnswerOf<typeof isAlive>;
