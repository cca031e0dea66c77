import type { addUser } from '../api/endpoints/accounts/add-user.ts';
import type { changeUser } from '../api/endpoints/accounts/change-user.ts';
import type { listUsers } from '../api/endpoints/accounts/list-users.ts';
import type { makePasswordLink } from '../api/endpoints/accounts/make-password-link.ts';
import type { createKey } from '../api/endpoints/keys/create-key.ts';
import type { getSigningSecret } from '../api/endpoints/keys/get-signing-secret.ts';
import type { listKeys } from '../api/endpoints/keys/list-keys.ts';
import type { renameKey } from '../api/endpoints/keys/rename-key.ts';
import type { revokeKey } from '../api/endpoints/keys/revoke-key.ts';
import type { deletePhoto } from '../api/endpoints/photos/delete-photo.ts';
import type { uploadPhoto } from '../api/endpoints/photos/upload-photo.ts';
import type { describe } from '../api/endpoints/rendering/describe.ts';
import type { render } from '../api/endpoints/rendering/render.ts';
import type { sign } from '../api/endpoints/rendering/sign.ts';
import type { isAlive } from '../api/endpoints/service/is-alive.ts';
import type { isReady } from '../api/endpoints/service/is-ready.ts';
import type { changePassword } from '../api/endpoints/session/change-password.ts';
import type { login } from '../api/endpoints/session/login.ts';
import type { logout } from '../api/endpoints/session/logout.ts';
import type { logoutOthers } from '../api/endpoints/session/logout-others.ts';
import type { whoAmI } from '../api/endpoints/session/who-am-i.ts';
import type { getTemplate } from '../api/endpoints/templates/get-template.ts';
import type { listCategories } from '../api/endpoints/templates/list-categories.ts';
import type { listTemplates } from '../api/endpoints/templates/list-templates.ts';
import { createCaller } from './call.ts';
import type { CallOptions, ClientOptions, DeletePhotoOptions, RenderOptions } from './options.ts';
import type {
  CategoriesAnswer,
  Done,
  EndedAnswer,
  KeyAnswer,
  KeyChange,
  KeysAnswer,
  LocaleQuery,
  Login,
  NewKey,
  NewKeyAnswer,
  NewUser,
  Page,
  PasswordChange,
  PasswordLinkAnswer,
  PhotoAnswer,
  RenderAnswer,
  RenderRequest,
  ServiceAnswer,
  SessionAnswer,
  SignAnswer,
  SigningSecretAnswer,
  TemplateAnswer,
  TemplatesAnswer,
  TemplatesQuery,
  UserAnswer,
  UserChange,
  UsersAnswer,
} from './types.ts';

/** The operations of the API, each of which throws a TierpressError when the service refuses the request. */
export interface Client {
  /** Returns what the service can do. Needs neither key nor session. */
  describe(options?: CallOptions): Promise<ServiceAnswer>;

  /** Draws an image. Needs a key. */
  render(request: RenderRequest, options?: RenderOptions): Promise<RenderAnswer>;

  /**
   * Uploads a photo, which items of type `photo` draw. The type of the blob has to be that of a photo, as in
   * `new Blob([bytes], { type: 'image/jpeg' })`. Needs a key or a session, except on the pages of the service.
   */
  uploadPhoto(photo: Blob, options?: CallOptions): Promise<PhotoAnswer>;

  /** Deletes an uploaded photo. Needs its account, an admin, or the photo's `deleteKey`. */
  deletePhoto(id: string, options?: DeletePhotoOptions): Promise<Done>;

  /**
   * Returns a signed address of the image, which is drawn and charged when it is first fetched. Charges nothing. Needs a key.
   */
  sign(request: RenderRequest, options?: CallOptions): Promise<SignAnswer>;

  /** Returns one page of the official templates: a search, one category, one of three orders. Needs a key. */
  listTemplates(query?: TemplatesQuery, options?: CallOptions): Promise<TemplatesAnswer>;

  /**
   * Returns the tiers of a template, and its items by the references that a render request uses. `custom` is a blank
   * template. Needs a key.
   */
  getTemplate(id: number | 'custom', query?: LocaleQuery, options?: CallOptions): Promise<TemplateAnswer>;

  /** Returns the categories, whose ids are the values of `categoryId`. Needs a key. */
  listCategories(query?: LocaleQuery, options?: CallOptions): Promise<CategoriesAnswer>;

  /** Begins a session. */
  login(body: Login, options?: CallOptions): Promise<SessionAnswer>;

  /** Returns the session. Throws with status 401 when there is none. */
  whoAmI(options?: CallOptions): Promise<SessionAnswer>;

  /** Ends the session, if there is one. */
  logout(options?: CallOptions): Promise<Done>;

  /** Ends all other sessions of the account. */
  logoutOthers(options?: CallOptions): Promise<EndedAnswer>;

  /** Sets a password, with the current one or with the token of a one-time link, and begins a session. */
  changePassword(body: PasswordChange, options?: CallOptions): Promise<SessionAnswer>;

  /** Returns the keys of the account, its plan, and its usage. */
  listKeys(options?: CallOptions): Promise<KeysAnswer>;

  /** Creates a key. Only this answer contains the key itself. */
  createKey(body?: NewKey, options?: CallOptions): Promise<NewKeyAnswer>;

  /** Renames a key. */
  renameKey(id: string, body: KeyChange, options?: CallOptions): Promise<KeyAnswer>;

  /** Returns the secret with which addresses of images are signed for a key. */
  getSigningSecret(id: string, options?: CallOptions): Promise<SigningSecretAnswer>;

  /** Revokes a key immediately and permanently. */
  revokeKey(id: string, options?: CallOptions): Promise<Done>;

  /** For admins: returns one page of the accounts. */
  listUsers(query?: Page, options?: CallOptions): Promise<UsersAnswer>;

  /** Adds an account (as an admin) or signs up (where the configuration allows it). */
  addUser(body: NewUser, options?: CallOptions): Promise<UserAnswer>;

  /** For admins: changes the plan of an account, disables or enables it, or makes it an admin. */
  changeUser(id: string, body: UserChange, options?: CallOptions): Promise<UserAnswer>;

  /** For admins: creates a one-time link to set the password of an account. */
  makePasswordLink(id: string, options?: CallOptions): Promise<PasswordLinkAnswer>;

  /** Resolves when the service is alive. */
  isAlive(options?: CallOptions): Promise<Done>;

  /** Resolves when images can be drawn; throws with status 503 when they cannot. */
  isReady(options?: CallOptions): Promise<Done>;
}

/**
 * Returns the operations of the API as functions, for browsers and for Node. They throw a TierpressError for every
 * request that the service refuses. Rendering needs a key. Everything about accounts and keys needs a session, which in
 * a browser is a cookie that the browser sends by itself.
 *
 * ```ts
 * const tierpress = createClient({ baseUrl: 'http://localhost:3000', key });
 * const { imageUrl } = await tierpress.render({ tiers: [{ title: 'S', items: ['Tea'] }] });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const call = createCaller(options);
  return {
    describe: (rest) => call<typeof describe>('GET', '/api/v1/render', rest),
    render: (request, { idempotencyKey, ...rest } = {}) =>
      call<typeof render>('POST', '/api/v1/render', {
        ...rest,
        body: request,
        headers: { ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) },
      }),
    uploadPhoto: (photo, rest) =>
      call<typeof uploadPhoto>('POST', '/api/v1/photos', { ...rest, file: photo }),
    deletePhoto: (id, { deleteKey, ...rest } = {}) =>
      call<typeof deletePhoto>('DELETE', `/api/v1/photos/${encodeURIComponent(id)}`, {
        ...rest,
        headers: { ...(deleteKey !== undefined && { 'Delete-Key': deleteKey }) },
      }),
    sign: (request, rest) => call<typeof sign>('POST', '/api/v1/sign', { ...rest, body: request }),
    listTemplates: (query = {}, rest) =>
      call<typeof listTemplates>('GET', '/api/v1/templates', { ...rest, query }),
    getTemplate: (id, query = {}, rest) =>
      call<typeof getTemplate>('GET', `/api/v1/templates/${encodeURIComponent(id)}`, { ...rest, query }),
    listCategories: (query = {}, rest) =>
      call<typeof listCategories>('GET', '/api/v1/categories', { ...rest, query }),
    login: (body, rest) => call<typeof login>('POST', '/api/v1/session', { ...rest, body }),
    whoAmI: (rest) => call<typeof whoAmI>('GET', '/api/v1/session', rest),
    logout: (rest) => call<typeof logout>('DELETE', '/api/v1/session', rest),
    logoutOthers: (rest) => call<typeof logoutOthers>('DELETE', '/api/v1/session/others', rest),
    changePassword: (body, rest) => call<typeof changePassword>('PUT', '/api/v1/password', { ...rest, body }),
    listKeys: (rest) => call<typeof listKeys>('GET', '/api/v1/keys', rest),
    createKey: (body = {}, rest) => call<typeof createKey>('POST', '/api/v1/keys', { ...rest, body }),
    renameKey: (id, body, rest) =>
      call<typeof renameKey>('PATCH', `/api/v1/keys/${encodeURIComponent(id)}`, { ...rest, body }),
    getSigningSecret: (id, rest) =>
      call<typeof getSigningSecret>('GET', `/api/v1/keys/${encodeURIComponent(id)}/signing-secret`, rest),
    revokeKey: (id, rest) => call<typeof revokeKey>('DELETE', `/api/v1/keys/${encodeURIComponent(id)}`, rest),
    listUsers: (query = {}, rest) => call<typeof listUsers>('GET', '/api/v1/users', { ...rest, query }),
    addUser: (body, rest) => call<typeof addUser>('POST', '/api/v1/users', { ...rest, body }),
    changeUser: (id, body, rest) =>
      call<typeof changeUser>('PATCH', `/api/v1/users/${encodeURIComponent(id)}`, { ...rest, body }),
    makePasswordLink: (id, rest) =>
      call<typeof makePasswordLink>('POST', `/api/v1/users/${encodeURIComponent(id)}/password-link`, rest),
    isAlive: (rest) => call<typeof isAlive>('GET', '/healthz', rest),
    isReady: (rest) => call<typeof isReady>('GET', '/readyz', rest),
  };
}
