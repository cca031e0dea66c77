import { h } from 'preact';
import { type KeyPorts, keysWithUse } from '../../api/routes/keys.ts';
import { listed, type UserPorts } from '../../api/routes/users.ts';
import type { AccountView, UsageReader } from '../../store/ports.ts';
import type { Site, Visit, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { words } from '../messages.ts';
import type { Done } from '../notice.ts';
import { pageOf, visitOf } from '../visit.ts';
import { AccountsPage, type AccountsView } from './accounts-page.tsx';
import { DashboardPage, type DashboardView } from './dashboard-page.tsx';
import { SignInPage, type SignInView } from './sign-in-page.tsx';

export interface DashboardPorts extends UserPorts, KeyPorts {
  readonly accounts: UserPorts['accounts'];
  /** Requests of each of the last so many days, today at the end. */
  readonly dailyUse: UsageReader['dailyUse'];
}

/** The pages; a form's answer is one of them, whatever its own address. */
export const pages = { own: '/dashboard', accounts: '/dashboard/accounts' } as const;

const chartDays = 30;
const accountsPerPage = 25;

export type Views = ReturnType<typeof createViews>;

/** What the dashboard's routes answer with. */
export function createViews(ports: DashboardPorts, site: Site) {
  const visiting = (ctx: WebContext, path: string): Promise<Visit> => visitOf(ctx, site, ports, path);
  return {
    async dashboard(
      ctx: WebContext,
      account: AccountView,
      extra: Partial<Pick<DashboardView, 'notice' | 'newKey' | 'revoking' | 'renaming'>> = {},
    ): Promise<void> {
      const [visit, keys, usage, days] = await Promise.all([
        visiting(ctx, pages.own),
        keysWithUse(account.id, ports),
        ports.usageOf(account.id),
        ports.dailyUse(account.id, chartDays),
      ]);
      const view: DashboardView = {
        account,
        keys,
        usage,
        limits: ports.quotaOf(account.plan),
        days,
        baseUrl: ports.baseUrl(),
        ...extra,
      };
      sendDocument(ctx, visit, {
        title: words.dashboard[visit.locale],
        isPrivate: true,
        scripts: ['copy.js'],
        body: h(DashboardPage, { visit, view }),
      });
    },

    async signIn(ctx: WebContext, extra: Omit<SignInView, 'openSignUp'> = {}): Promise<void> {
      const visit = await visiting(ctx, pages.own);
      sendDocument(ctx, visit, {
        title: words.logIn[visit.locale],
        isPrivate: true,
        body: h(SignInPage, { visit, view: { openSignUp: ports.openSignUp, ...extra } }),
      });
    },

    async accounts(
      ctx: WebContext,
      extra: Partial<Pick<AccountsView, 'notice' | 'link'>> = {},
    ): Promise<void> {
      const visit = await visiting(ctx, pages.accounts);
      const { total } = await ports.accounts.list({ offset: 0, limit: 0 });
      const count = Math.max(1, Math.ceil(total / accountsPerPage));
      const page = Math.min(count, askedPage(ctx));
      const part = { offset: (page - 1) * accountsPerPage, limit: accountsPerPage };
      const { users } = await listed(ports, part);
      sendDocument(ctx, visit, {
        title: words.accounts[visit.locale],
        isPrivate: true,
        scripts: ['copy.js'],
        body: h(AccountsPage, { visit, view: { accounts: users, page, pages: count, ...extra } }),
      });
    },

    /** Back to a page, which says what was done. */
    leadTo(
      ctx: WebContext,
      path: string,
      query: { readonly done?: Done; readonly page?: number } = {},
    ): void {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      ctx.status = 303;
      ctx.redirect(`${pageOf(ctx, site, path).at(path)}${search.size === 0 ? '' : `?${search}`}`);
    },
  };
}

/** From 1, whatever the address says. */
export function askedPage(ctx: WebContext): number {
  const asked = Number(ctx.query['page']);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
}
