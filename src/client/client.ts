import type { addUser } from '../api/endpoints/accounts/add-user.ts';
import type { changeUser } from '../api/endpoints/accounts/change-user.ts';
import type { listUsers } from '../api/endpoints/accounts/list-users.ts';
import type { makePasswordLink } from '../api/endpoints/accounts/make-password-link.ts';
import type { createKey } from '../api/endpoints/keys/create-key.ts';
import type { listKeys } from '../api/endpoints/keys/list-keys.ts';
import type { renameKey } from '../api/endpoints/keys/rename-key.ts';
import type { revokeKey } from '../api/endpoints/keys/revoke-key.ts';
import type { describe } from '../api/endpoints/rendering/describe.ts';
import type { render } from '../api/endpoints/rendering/render.ts';
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
import { type CallOptions, type ClientOptions, createCaller } from './call.ts';
import type {
  KeyChange,
  LocaleQuery,
  Login,
  NewKey,
  NewUser,
  Page,
  PasswordChange,
  RenderRequest,
  TemplatesQuery,
  UserChange,
} from './types.ts';

export interface RenderOptions extends CallOptions {
  /**
   * Makes it safe to send the request again: the service charges requests with the same key once in a day. A UUID, or
   * another unique text of 1 to 64 visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
}

export type Client = ReturnType<typeof createClient>;

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
export function createClient(options: ClientOptions) {
  const call = createCaller(options);
  return {
    /** Returns what the service can do. Needs neither key nor session. */
    describe: (rest?: CallOptions) => call<typeof describe>('GET', '/api/v1/render', rest),

    /** Draws an image. Needs a key. */
    render: (request: RenderRequest, { idempotencyKey, ...rest }: RenderOptions = {}) =>
      call<typeof render>('POST', '/api/v1/render', {
        ...rest,
        body: request,
        headers: { ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) },
      }),

    /** Returns one page of the official templates: a search, one category, one of three orders. Needs a key. */
    listTemplates: (query: TemplatesQuery = {}, rest?: CallOptions) =>
      call<typeof listTemplates>('GET', '/api/v1/templates', { ...rest, query }),

    /**
     * Returns the tiers of a template, and its items by the references that a render request uses. `custom` is a blank
     * template. Needs a key.
     */
    getTemplate: (id: number | 'custom', query: LocaleQuery = {}, rest?: CallOptions) =>
      call<typeof getTemplate>('GET', `/api/v1/templates/${encodeURIComponent(id)}`, { ...rest, query }),

    /** Returns the categories, whose ids are the values of `categoryId`. Needs a key. */
    listCategories: (query: LocaleQuery = {}, rest?: CallOptions) =>
      call<typeof listCategories>('GET', '/api/v1/categories', { ...rest, query }),

    /** Begins a session. */
    login: (body: Login, rest?: CallOptions) =>
      call<typeof login>('POST', '/api/v1/session', { ...rest, body }),

    /** Returns the session. Throws with status 401 when there is none. */
    whoAmI: (rest?: CallOptions) => call<typeof whoAmI>('GET', '/api/v1/session', rest),

    /** Ends the session, if there is one. */
    logout: (rest?: CallOptions) => call<typeof logout>('DELETE', '/api/v1/session', rest),

    /** Ends all other sessions of the account. */
    logoutOthers: (rest?: CallOptions) => call<typeof logoutOthers>('DELETE', '/api/v1/session/others', rest),

    /** Sets a password, with the current one or with the token of a one-time link, and begins a session. */
    changePassword: (body: PasswordChange, rest?: CallOptions) =>
      call<typeof changePassword>('PUT', '/api/v1/password', { ...rest, body }),

    /** Returns the keys of the account, its plan, and its usage. */
    listKeys: (rest?: CallOptions) => call<typeof listKeys>('GET', '/api/v1/keys', rest),

    /** Creates a key. Only this answer contains the key itself. */
    createKey: (body: NewKey = {}, rest?: CallOptions) =>
      call<typeof createKey>('POST', '/api/v1/keys', { ...rest, body }),

    /** Renames a key. */
    renameKey: (id: string, body: KeyChange, rest?: CallOptions) =>
      call<typeof renameKey>('PATCH', `/api/v1/keys/${encodeURIComponent(id)}`, { ...rest, body }),

    /** Revokes a key immediately and permanently. */
    revokeKey: (id: string, rest?: CallOptions) =>
      call<typeof revokeKey>('DELETE', `/api/v1/keys/${encodeURIComponent(id)}`, rest),

    /** For admins: returns one page of the accounts. */
    listUsers: (query: Page = {}, rest?: CallOptions) =>
      call<typeof listUsers>('GET', '/api/v1/users', { ...rest, query }),

    /** Adds an account (as an admin) or signs up (where the configuration allows it). */
    addUser: (body: NewUser, rest?: CallOptions) =>
      call<typeof addUser>('POST', '/api/v1/users', { ...rest, body }),

    /** For admins: changes the plan of an account, disables or enables it, or makes it an admin. */
    changeUser: (id: string, body: UserChange, rest?: CallOptions) =>
      call<typeof changeUser>('PATCH', `/api/v1/users/${encodeURIComponent(id)}`, { ...rest, body }),

    /** For admins: creates a one-time link to set the password of an account. */
    makePasswordLink: (id: string, rest?: CallOptions) =>
      call<typeof makePasswordLink>('POST', `/api/v1/users/${encodeURIComponent(id)}/password-link`, rest),

    /** Resolves when the service is alive. */
    isAlive: (rest?: CallOptions) => call<typeof isAlive>('GET', '/healthz', rest),

    /** Resolves when images can be drawn; throws with status 503 when they cannot. */
    isReady: (rest?: CallOptions) => call<typeof isReady>('GET', '/readyz', rest),
  };
}
