import type Router from '@koa/router';
import { h } from 'preact';
import type { RequestState } from '../../api/context.ts';
import { noStore } from '../../api/middleware/no-store.ts';
import { sameOrigin } from '../../api/middleware/same-origin.ts';
import { openSession } from '../../api/middleware/session.ts';
import type { KeyPorts } from '../../api/routes/keys.ts';
import type { UserPorts } from '../../api/routes/users.ts';
import { logIn, logOut, setPassword, signUp } from '../../api/sign-in.ts';
import { passwordLink } from '../../model/addresses.ts';
import { Failure } from '../../model/failure.ts';
import { planNames } from '../../model/plan.ts';
import type { AccountView } from '../../store/keyring.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { readForm } from '../form.ts';
import { visitOf } from '../visit.ts';
import { words } from '../words.ts';
import { AccountsPage, type AccountsView } from './accounts-page.tsx';
import { DashboardPage, type DashboardView } from './dashboard-page.tsx';
import type { Notice } from './parts.tsx';
import { SignInPage, type SignInView } from './sign-in-page.tsx';
import type { DayUse } from './use-chart.tsx';

export interface DashboardPorts extends UserPorts, KeyPorts {
  readonly accounts: UserPorts['accounts'];
  /** Requests of each of the last so many days, today at the end. */
  readonly dailyUse: (accountId: string, days: number) => readonly DayUse[];
}

const chartDays = 30;
const accountsPerPage = 25;

type Extra = Partial<Pick<DashboardView, 'notice' | 'newKey' | 'revoking'>>;

/**
 * `/dashboard`: forms that work without scripts. A form that went well leads back to its page, so that reloading does not
 * send it again; what is shown once (a key, a link) is in the answer to its form.
 */
export function mountDashboard(router: Router<RequestState>, ports: DashboardPorts, site: Site): void {
  const show = (ctx: WebContext, account: AccountView, extra: Extra = {}) => {
    const visit = visitOf(ctx, site, ports);
    const view: DashboardView = {
      account,
      keys: ports.accounts.keysOf(account.id).map((key) => {
        const { lastUsedAt, ...usage } = ports.keyUsageOf(key.id);
        return { ...key, usage, lastUsedAt: lastUsedAt?.toISOString() ?? null };
      }),
      usage: ports.usageOf(account.id),
      limits: ports.quotaOf(account.plan),
      days: ports.dailyUse(account.id, chartDays),
      baseUrl: ports.baseUrl(),
      ...extra,
    };
    const title = words.dashboard[visit.locale];
    sendDocument(ctx, visit, {
      title,
      isPrivate: true,
      scripts: ['copy.js'],
      body: h(DashboardPage, { visit, view }),
    });
  };
  const showSignIn = (ctx: WebContext, extra: Omit<SignInView, 'openSignUp'> = {}) => {
    const visit = visitOf(ctx, site, ports);
    const view = { openSignUp: ports.openSignUp, ...extra };
    sendDocument(ctx, visit, {
      title: words.logIn[visit.locale],
      isPrivate: true,
      body: h(SignInPage, { visit, view }),
    });
  };
  const showAccounts = (ctx: WebContext, extra: Partial<Pick<AccountsView, 'notice' | 'link'>> = {}) => {
    const visit = visitOf(ctx, site, ports);
    const asked = Number(ctx.query['page']);
    const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
    const found = ports.accounts.list({ offset: (page - 1) * accountsPerPage, limit: accountsPerPage });
    const accounts = found.accounts.map((account) => ({
      ...account,
      keys: ports.accounts.keysOf(account.id).length,
      usage: ports.usageOf(account.id),
    }));
    const pages = Math.max(1, Math.ceil(found.total / accountsPerPage));
    const view = { accounts, page, pages, ...extra };
    sendDocument(ctx, visit, {
      title: words.accounts[visit.locale],
      isPrivate: true,
      scripts: ['copy.js'],
      body: h(AccountsPage, { visit, view }),
    });
  };

  const home = (ctx: WebContext) => {
    ctx.status = 303;
    ctx.redirect(visitOf(ctx, site, ports).at('/dashboard'));
  };
  /** A form of whoever is logged in; what is wrong with it is told on the page. */
  const own =
    (
      act: (ctx: WebContext, account: AccountView, form: ReadonlyMap<string, string>) => Promise<void> | void,
    ) =>
    async (ctx: WebContext): Promise<void> => {
      const session = openSession(ctx, ports);
      if (session === undefined) return home(ctx);
      ctx.state.session = session;
      await told(
        ctx,
        async () => act(ctx, session.account, await readForm(ctx)),
        (notice) => show(ctx, session.account, { notice }),
      );
    };
  const adminsOnly =
    (act: (ctx: WebContext, form: ReadonlyMap<string, string>) => Promise<void>) =>
    async (ctx: WebContext): Promise<void> => {
      const session = openSession(ctx, ports);
      if (session === undefined) return home(ctx);
      ctx.state.session = session;
      if (!session.account.admin) throw new Failure('forbidden', 'Only an admin may do this');
      await told(
        ctx,
        async () => act(ctx, ctx.method === 'POST' ? await readForm(ctx) : new Map()),
        (notice) => showAccounts(ctx, { notice }),
      );
    };

  const guard = [noStore, sameOrigin(ports.baseUrl)] as const;
  router.get('/dashboard', noStore, (ctx: WebContext) => {
    const session = openSession(ctx, ports);
    if (session === undefined) return showSignIn(ctx);
    ctx.state.session = session;
    const revoking = ctx.query['revoke'];
    show(ctx, session.account, typeof revoking === 'string' ? { revoking } : {});
  });
  router.post('/dashboard/log-in', ...guard, async (ctx: WebContext) => {
    const form = await readForm(ctx);
    const email = field(form, 'email');
    await told(
      ctx,
      async () => {
        await logIn(ctx, ports, { email, password: field(form, 'password') });
        home(ctx);
      },
      (notice) => showSignIn(ctx, { notice, email }),
    );
  });
  router.post('/dashboard/sign-up', ...guard, async (ctx: WebContext) => {
    if (!ports.openSignUp) throw new Failure('forbidden', 'Signing up is closed; an admin can add accounts');
    const form = await readForm(ctx);
    const email = field(form, 'email');
    await told(
      ctx,
      async () => {
        await signUp(ctx, ports, { email, password: field(form, 'password') });
        home(ctx);
      },
      (notice) => showSignIn(ctx, { notice }),
    );
  });
  router.post('/dashboard/log-out', ...guard, async (ctx: WebContext) => {
    await logOut(ctx, ports);
    home(ctx);
  });
  router.post(
    '/dashboard/keys',
    ...guard,
    own(async (ctx, account, form) => {
      const { key } = await ports.accounts.createKey(account.email, field(form, 'name').trim());
      show(ctx, account, { newKey: key });
    }),
  );
  router.post(
    '/dashboard/keys/:id/revoke',
    ...guard,
    own(async (ctx, account) => {
      await ports.accounts.revokeKey(account.id, lastParam(ctx));
      home(ctx);
    }),
  );
  router.post(
    '/dashboard/password',
    ...guard,
    own(async (ctx, account, form) => {
      const proof = { currentPassword: field(form, 'currentPassword') };
      await setPassword(ctx, ports, field(form, 'password'), proof);
      const { locale } = visitOf(ctx, site, ports);
      show(ctx, account, { notice: { kind: 'good', text: words.passwordChanged[locale] } });
    }),
  );
  router.post(
    '/dashboard/end-others',
    ...guard,
    own(async (ctx, account) => {
      const ended = await ports.sessions.endOthers(account.id, ctx.state.session?.token ?? '');
      const { locale } = visitOf(ctx, site, ports);
      show(ctx, account, { notice: { kind: 'good', text: `${words.othersEnded[locale]}: ${ended}` } });
    }),
  );

  router.get(
    '/dashboard/accounts',
    noStore,
    adminsOnly(async (ctx) => showAccounts(ctx)),
  );
  router.post(
    '/dashboard/accounts',
    ...guard,
    adminsOnly(async (ctx, form) => {
      const account = { email: field(form, 'email'), plan: planOf(form), admin: form.get('admin') === 'on' };
      const { email } = await ports.accounts.addAccount(account);
      await showLink(ctx, email);
    }),
  );
  router.post(
    '/dashboard/accounts/:id',
    ...guard,
    adminsOnly(async (ctx, form) => {
      const isOn = (name: string) => form.get(name) === 'on';
      const change = { plan: planOf(form), admin: isOn('admin'), disabled: isOn('disabled') };
      const account = await ports.accounts.changeAccount(lastParam(ctx), change);
      if (account.disabled) await ports.sessions.endAll(account.id);
      const { locale } = visitOf(ctx, site, ports);
      showAccounts(ctx, { notice: { kind: 'good', text: words.saved[locale] } });
    }),
  );
  router.post(
    '/dashboard/accounts/:id/link',
    ...guard,
    adminsOnly(async (ctx) => {
      const account = ports.accounts.find(lastParam(ctx));
      if (account === undefined) throw new Failure('notFound', 'There is no such account');
      await showLink(ctx, account.email);
    }),
  );

  async function showLink(ctx: WebContext, email: string): Promise<void> {
    const { token } = await ports.accounts.createPasswordToken(email);
    showAccounts(ctx, { link: { email, url: passwordLink(ports.baseUrl(), token) } });
  }
}

/** Does something; a failure of the caller's is told on a page, with its status. */
async function told(
  ctx: WebContext,
  act: () => Promise<void>,
  tell: (notice: Notice) => void,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ctx.state.failure = error;
    ctx.status = error.status;
    if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
    if (error.code === 'unauthorized') ctx.set('WWW-Authenticate', 'Bearer');
    tell({ kind: 'bad', text: error.message });
  }
}

function field(form: ReadonlyMap<string, string>, name: string): string {
  return form.get(name) ?? '';
}

function planOf(form: ReadonlyMap<string, string>) {
  const plan = planNames.find((name) => name === form.get('plan'));
  if (plan === undefined) throw new Failure('invalidRequest', `plan: must be one of ${planNames.join(', ')}`);
  return plan;
}

function lastParam(ctx: WebContext): string {
  const params: unknown = ctx['params'];
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}
