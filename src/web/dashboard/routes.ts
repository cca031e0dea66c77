import type Router from '@koa/router';
import { h } from 'preact';
import type { RequestState } from '../../api/context.ts';
import { noStore } from '../../api/middleware/no-store.ts';
import { sameOrigin } from '../../api/middleware/same-origin.ts';
import { openSession } from '../../api/middleware/session.ts';
import { type KeyPorts, withUse } from '../../api/routes/keys.ts';
import type { UserPorts } from '../../api/routes/users.ts';
import { logIn, logOut, setPassword, signUp } from '../../api/sign-in.ts';
import { loginSchema, newUserSchema, userChangeSchema } from '../../api/wire/accounts.ts';
import { keyChangeSchema, newKeySchema } from '../../api/wire/keys.ts';
import { parseBody } from '../../api/wire/parse-body.ts';
import { passwordLink } from '../../model/addresses.ts';
import { Failure } from '../../model/failure.ts';
import type { AccountView } from '../../store/keyring.ts';
import type { Site, Visit, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { readForm } from '../form.ts';
import { visitOf } from '../visit.ts';
import { words } from '../words.ts';
import { AccountsPage, type AccountsView } from './accounts-page.tsx';
import { DashboardPage, type DashboardView } from './dashboard-page.tsx';
import { type Done, doneNotice, type FailureWords, told } from './notice.ts';
import { SignInPage, type SignInView } from './sign-in-page.tsx';
import type { DayUse } from './use-chart.tsx';

export interface DashboardPorts extends UserPorts, KeyPorts {
  readonly accounts: UserPorts['accounts'];
  /** Requests of each of the last so many days, today at the end. */
  readonly dailyUse: (accountId: string, days: number) => readonly DayUse[];
}

const chartDays = 30;
const accountsPerPage = 25;
const paths = { own: '/dashboard', accounts: '/dashboard/accounts' } as const;

type Form = ReadonlyMap<string, string>;
type Extra = Partial<Pick<DashboardView, 'notice' | 'newKey' | 'revoking' | 'renaming'>>;

/**
 * `/dashboard`: forms that work without scripts. A form that went well leads back to its page, so that reloading does not
 * send it again; what is shown once (a key, a link) is in the answer to its form.
 */
export function mountDashboard(router: Router<RequestState>, ports: DashboardPorts, site: Site): void {
  const visiting = (ctx: WebContext, path: string): Visit => visitOf(ctx, site, ports, path);

  const show = (ctx: WebContext, account: AccountView, extra: Extra = {}) => {
    const visit = visiting(ctx, paths.own);
    const view: DashboardView = {
      account,
      keys: ports.accounts.keysOf(account.id).map((key) => withUse(key, ports)),
      usage: ports.usageOf(account.id),
      limits: ports.quotaOf(account.plan),
      days: ports.dailyUse(account.id, chartDays),
      baseUrl: ports.baseUrl(),
      ...extra,
    };
    sendDocument(ctx, visit, {
      title: words.dashboard[visit.locale],
      isPrivate: true,
      scripts: ['copy.js'],
      body: h(DashboardPage, { visit, view }),
    });
  };
  const showSignIn = (ctx: WebContext, extra: Omit<SignInView, 'openSignUp'> = {}) => {
    const visit = visiting(ctx, paths.own);
    sendDocument(ctx, visit, {
      title: words.logIn[visit.locale],
      isPrivate: true,
      body: h(SignInPage, { visit, view: { openSignUp: ports.openSignUp, ...extra } }),
    });
  };
  const showAccounts = (ctx: WebContext, extra: Partial<Pick<AccountsView, 'notice' | 'link'>> = {}) => {
    const visit = visiting(ctx, paths.accounts);
    const { total } = ports.accounts.list({ offset: 0, limit: 0 });
    const pages = Math.max(1, Math.ceil(total / accountsPerPage));
    const page = Math.min(pages, askedPage(ctx));
    const found = ports.accounts.list({ offset: (page - 1) * accountsPerPage, limit: accountsPerPage });
    const accounts = found.accounts.map((account) => ({
      ...account,
      keys: ports.accounts.keysOf(account.id).length,
      usage: ports.usageOf(account.id),
    }));
    sendDocument(ctx, visit, {
      title: words.accounts[visit.locale],
      isPrivate: true,
      scripts: ['copy.js'],
      body: h(AccountsPage, { visit, view: { accounts, page, pages, ...extra } }),
    });
  };
  const showLink = async (ctx: WebContext, email: string): Promise<void> => {
    const { token } = await ports.accounts.createPasswordToken(email);
    showAccounts(ctx, { link: { email, url: passwordLink(ports.baseUrl(), token) } });
  };

  /** Back to a page, which says what was done. */
  const leadTo = (
    ctx: WebContext,
    path: string,
    query: { readonly done?: Done; readonly page?: number } = {},
  ) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    ctx.status = 303;
    ctx.redirect(`${visiting(ctx, path).at(path)}${search.size === 0 ? '' : `?${search}`}`);
  };
  /** A form of whoever is logged in. */
  const own =
    (act: (ctx: WebContext, account: AccountView, form: Form) => Promise<void>, failing: FailureWords = {}) =>
    async (ctx: WebContext): Promise<void> => {
      const session = openSession(ctx, ports);
      if (session === undefined) return leadTo(ctx, paths.own);
      ctx.state.session = session;
      const { account } = session;
      const { locale } = visiting(ctx, paths.own);
      await told(
        ctx,
        locale,
        failing,
        async () => act(ctx, account, await readForm(ctx)),
        (notice) => show(ctx, account, { notice }),
      );
    };
  const adminsOnly =
    (act: (ctx: WebContext, form: Form) => Promise<void>) =>
    async (ctx: WebContext): Promise<void> => {
      const session = openSession(ctx, ports);
      if (session === undefined) return leadTo(ctx, paths.own);
      ctx.state.session = session;
      const { account } = session;
      const { locale } = visiting(ctx, paths.accounts);
      await told(
        ctx,
        locale,
        { forbidden: words.adminsOnly },
        async () => {
          if (!account.admin) throw new Failure('forbidden', 'Only an admin may do this');
          await act(ctx, ctx.method === 'POST' ? await readForm(ctx) : new Map());
        },
        (notice) => (account.admin ? showAccounts(ctx, { notice }) : show(ctx, account, { notice })),
      );
    };
  /** A form of somebody who is not logged in yet. */
  const anybody =
    (
      name: 'email' | 'newEmail',
      act: (ctx: WebContext, form: Form) => Promise<void>,
      failing: FailureWords,
    ) =>
    async (ctx: WebContext): Promise<void> => {
      const { locale } = visiting(ctx, paths.own);
      let email = '';
      await told(
        ctx,
        locale,
        failing,
        async () => {
          const form = await readForm(ctx);
          email = form.get('email') ?? '';
          await act(ctx, form);
          leadTo(ctx, paths.own);
        },
        (notice) => showSignIn(ctx, { notice, [name]: email }),
      );
    };

  const guard = [noStore, sameOrigin(ports.baseUrl)] as const;
  router.get(paths.own, noStore, (ctx: WebContext) => {
    const session = openSession(ctx, ports);
    if (session === undefined) return showSignIn(ctx);
    ctx.state.session = session;
    const { revoke: revoking, rename: renaming } = ctx.query;
    show(ctx, session.account, {
      notice: doneNotice(ctx, visiting(ctx, paths.own).locale),
      ...(typeof revoking === 'string' && { revoking }),
      ...(typeof renaming === 'string' && { renaming }),
    });
  });
  router.post(
    '/dashboard/log-in',
    ...guard,
    anybody(
      'email',
      async (ctx, form) => {
        await logIn(ctx, ports, parseBody(loginSchema, Object.fromEntries(form)));
      },
      { unauthorized: words.wrongLogIn, forbidden: words.accountDisabled },
    ),
  );
  router.post(
    '/dashboard/sign-up',
    ...guard,
    anybody(
      'newEmail',
      async (ctx, form) => {
        if (!ports.openSignUp)
          throw new Failure('forbidden', 'Signing up is closed; an admin can add accounts');
        await signUp(ctx, ports, parseBody(loginSchema, Object.fromEntries(form)));
      },
      { forbidden: words.signUpClosed },
    ),
  );
  router.post('/dashboard/log-out', ...guard, async (ctx: WebContext) => {
    await logOut(ctx, ports);
    leadTo(ctx, paths.own);
  });

  router.post(
    '/dashboard/keys',
    ...guard,
    own(async (ctx, account, form) => {
      const { name } = parseBody(newKeySchema, Object.fromEntries(form));
      const { key } = await ports.accounts.createKey(account.email, name);
      show(ctx, account, { newKey: key });
    }),
  );
  router.post(
    '/dashboard/keys/:id/rename',
    ...guard,
    own(async (ctx, account, form) => {
      const { name } = parseBody(keyChangeSchema, Object.fromEntries(form));
      await ports.accounts.renameKey(account.id, idOf(ctx), name);
      leadTo(ctx, paths.own, { done: 'renamed' });
    }),
  );
  router.post(
    '/dashboard/keys/:id/revoke',
    ...guard,
    own(async (ctx, account) => {
      await ports.accounts.revokeKey(account.id, idOf(ctx));
      leadTo(ctx, paths.own, { done: 'revoked' });
    }),
  );
  router.post(
    '/dashboard/password',
    ...guard,
    own(
      async (ctx, _, form) => {
        const proof = { currentPassword: form.get('currentPassword') ?? '' };
        await setPassword(ctx, ports, form.get('password') ?? '', proof);
        leadTo(ctx, paths.own, { done: 'password' });
      },
      { unauthorized: words.wrongPassword },
    ),
  );
  router.post(
    '/dashboard/end-others',
    ...guard,
    own(async (ctx, account) => {
      await ports.sessions.endOthers(account.id, ctx.state.session?.token ?? '');
      leadTo(ctx, paths.own, { done: 'others' });
    }),
  );

  router.get(
    paths.accounts,
    noStore,
    adminsOnly(async (ctx) =>
      showAccounts(ctx, { notice: doneNotice(ctx, visiting(ctx, paths.accounts).locale) }),
    ),
  );
  router.post(
    paths.accounts,
    ...guard,
    adminsOnly(async (ctx, form) => {
      const fields = { email: form.get('email'), plan: form.get('plan'), admin: form.get('admin') === 'on' };
      const { email, plan = 'free', admin = false } = parseBody(newUserSchema, fields);
      const account = await ports.accounts.addAccount({ email, plan, admin });
      await showLink(ctx, account.email);
    }),
  );
  router.post(
    `${paths.accounts}/:id`,
    ...guard,
    adminsOnly(async (ctx, form) => {
      const isOn = (name: string) => form.get(name) === 'on';
      const fields = { plan: form.get('plan'), admin: isOn('admin'), disabled: isOn('disabled') };
      const account = await ports.accounts.changeAccount(idOf(ctx), parseBody(userChangeSchema, fields));
      if (account.disabled) await ports.sessions.endAll(account.id);
      const isSelf = account.id === ctx.state.session?.account.id;
      // Who is no admin any more has no business on that page.
      if (isSelf && (!account.admin || account.disabled)) leadTo(ctx, paths.own, { done: 'saved' });
      else leadTo(ctx, paths.accounts, { page: askedPage(ctx), done: 'saved' });
    }),
  );
  router.post(
    `${paths.accounts}/:id/link`,
    ...guard,
    adminsOnly(async (ctx) => {
      const account = ports.accounts.find(idOf(ctx));
      if (account === undefined) throw new Failure('notFound', 'There is no such account');
      await showLink(ctx, account.email);
    }),
  );
}

/** From 1, whatever the address says. */
function askedPage(ctx: WebContext): number {
  const asked = Number(ctx.query['page']);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
}

/** The `:id` of the path, which the router has put on the context. */
function idOf(ctx: WebContext): string {
  const params: unknown = ctx['params'];
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}
