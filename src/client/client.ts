import { type CallOptions, type ClientOptions, createCaller } from './call.ts';
import type {
  CategoriesAnswer,
  Done,
  EndedAnswer,
  KeyAnswer,
  KeyChange,
  KeysAnswer,
  LocaleQuestion,
  Login,
  NewKey,
  NewKeyAnswer,
  NewUser,
  Page,
  PasswordChange,
  PasswordLinkAnswer,
  RenderAnswer,
  RenderRequest,
  ServiceAnswer,
  SessionAnswer,
  TemplateAnswer,
  TemplatesAnswer,
  TemplatesQuestion,
  UserAnswer,
  UserChange,
  UsersAnswer,
} from './types.ts';

export type Client = ReturnType<typeof createClient>;

/**
 * The operations of the API as functions, for browsers and for Node. Whatever the service refuses is thrown as a
 * TierpressError. Pictures are made with a key; everything about accounts and keys needs a session, which in a browser
 * is a cookie that goes with every request by itself.
 *
 * ```ts
 * const tierpress = createClient({ baseUrl: 'http://localhost:3000', key });
 * const { imageUrl } = await tierpress.render({ tiers: [{ title: 'S', items: ['Tea'] }] });
 * ```
 */
export function createClient(options: ClientOptions) {
  const call = createCaller(options);
  return {
    /** What the service can do. Needs neither key nor session. */
    describe: (rest?: CallOptions) => call<ServiceAnswer>('GET', '/api/v1/render', rest),

    /** Makes a picture. Needs a key. */
    render: (request: RenderRequest, rest?: CallOptions) =>
      call<RenderAnswer>('POST', '/api/v1/render', { ...rest, body: request }),

    /** One page of the official templates: searched, of one category, in one of three orders. Needs a key. */
    listTemplates: (question: TemplatesQuestion = {}, rest?: CallOptions) =>
      call<TemplatesAnswer>('GET', `/api/v1/templates${queryOf(question)}`, rest),

    /**
     * The tiers of a template, and its items by the references that a render request uses. `custom`: a blank one.
     * Needs a key.
     */
    getTemplate: (id: number | 'custom', question: LocaleQuestion = {}, rest?: CallOptions) =>
      call<TemplateAnswer>('GET', `/api/v1/templates/${encodeURIComponent(id)}${queryOf(question)}`, rest),

    /** What `categoryId` may ask for. Needs a key. */
    listCategories: (question: LocaleQuestion = {}, rest?: CallOptions) =>
      call<CategoriesAnswer>('GET', `/api/v1/categories${queryOf(question)}`, rest),

    /** Begins a session. */
    login: (login: Login, rest?: CallOptions) =>
      call<SessionAnswer>('POST', '/api/v1/session', { ...rest, body: login }),

    /** Who is logged in. Throws with status 401 when nobody is. */
    whoAmI: (rest?: CallOptions) => call<SessionAnswer>('GET', '/api/v1/session', rest),

    /** Ends the session, if there is one. */
    logout: (rest?: CallOptions) => call<Done>('DELETE', '/api/v1/session', rest),

    /** Ends all other sessions of the account. */
    logoutOthers: (rest?: CallOptions) => call<EndedAnswer>('DELETE', '/api/v1/session/others', rest),

    /** Sets a password, with the current one or with the token of a one-time link, which logs in. */
    changePassword: (change: PasswordChange, rest?: CallOptions) =>
      call<SessionAnswer>('PUT', '/api/v1/password', { ...rest, body: change }),

    /** The keys of the account, its plan, and what it has used of it. */
    listKeys: (rest?: CallOptions) => call<KeysAnswer>('GET', '/api/v1/keys', rest),

    /** Makes a key. The answer is the only place where it can be seen. */
    createKey: (key: NewKey = {}, rest?: CallOptions) =>
      call<NewKeyAnswer>('POST', '/api/v1/keys', { ...rest, body: key }),

    /** Gives a key another name. */
    renameKey: (id: string, change: KeyChange, rest?: CallOptions) =>
      call<KeyAnswer>('PATCH', `/api/v1/keys/${encodeURIComponent(id)}`, { ...rest, body: change }),

    /** Revokes a key, at once and for good. */
    revokeKey: (id: string, rest?: CallOptions) =>
      call<Done>('DELETE', `/api/v1/keys/${encodeURIComponent(id)}`, rest),

    /** For admins: one page of the accounts. */
    listUsers: (page: Page = {}, rest?: CallOptions) =>
      call<UsersAnswer>('GET', `/api/v1/users${queryOf({ ...page })}`, rest),

    /** Adds an account (as an admin) or signs up (where that is open). */
    addUser: (user: NewUser, rest?: CallOptions) =>
      call<UserAnswer>('POST', '/api/v1/users', { ...rest, body: user }),

    /** For admins: another plan, shut or open again, admin or not. */
    changeUser: (id: string, change: UserChange, rest?: CallOptions) =>
      call<UserAnswer>('PATCH', `/api/v1/users/${encodeURIComponent(id)}`, { ...rest, body: change }),

    /** For admins: a one-time link with which somebody sets a password. */
    makePasswordLink: (id: string, rest?: CallOptions) =>
      call<PasswordLinkAnswer>('POST', `/api/v1/users/${encodeURIComponent(id)}/password-link`, rest),

    /** Whether the service is alive. */
    isAlive: (rest?: CallOptions) => call<Done>('GET', '/healthz', rest),

    /** Whether pictures can be drawn; throws with status 503 when not. */
    isReady: (rest?: CallOptions) => call<Done>('GET', '/readyz', rest),
  };
}

/** With the `?`; nothing where nothing is asked. */
function queryOf(question: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question))
    if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}
