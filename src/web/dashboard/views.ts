import { h } from 'preact';
import type { AddUserPorts } from '../../api/endpoints/accounts/add-user.ts';
import { type ListUsersPorts, listedUsers } from '../../api/endpoints/accounts/list-users.ts';
import { keysWithUsage } from '../../api/endpoints/keys/key-with-usage.ts';
import type { ListKeysPorts } from '../../api/endpoints/keys/list-keys.ts';
import { writeBoardLink } from '../../model/board-link/web.ts';
import { exampleRanking } from '../../model/example-ranking.ts';
import type { AccountView, UsageReader } from '../../store/ports.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { messages } from '../messages.ts';
import type { Done } from '../notice.ts';
import { type PageRequest, pageNumber, pageOf, parsePageRequest } from '../page-request.ts';
import { boardImagePath } from '../tier/linked-board.ts';
import { AccountsPage, type AccountsView } from './accounts-page.tsx';
import { DashboardPage, type DashboardView } from './dashboard-page.tsx';
import { SignInPage, type SignInView } from './sign-in-page.tsx';

export interface DashboardPorts extends AddUserPorts, ListUsersPorts, ListKeysPorts {
  readonly accounts: AddUserPorts['accounts'];
  /** Requests on each of the last `days` days, today last. */
  readonly dailyUse: UsageReader['dailyUse'];
}

/** The paths of the pages. The answer to a form is one of these pages, whatever the form's own path. */
export const pages = { own: '/dashboard', accounts: '/dashboard/accounts' } as const;

const chartDays = 30;
const accountsPerPage = 25;

/** The path of the image of the example. */
const exampleImage = writeBoardLink({ mode: 'inline', ...exampleRanking }, () => undefined).then((b = '') =>
  boardImagePath({ templateId: 'custom', b }),
);

export type Views = ReturnType<typeof createViews>;

/** Returns the functions that send the dashboard's pages. */
export function createViews(ports: DashboardPorts, site: Site) {
  const pageRequest = (ctx: WebContext, path: string): Promise<PageRequest> =>
    parsePageRequest(ctx, site, ports, path);
  return {
    async dashboard(
      ctx: WebContext,
      account: AccountView,
      extra: Partial<Pick<DashboardView, 'notice' | 'newKey' | 'revoking' | 'renaming'>> = {},
    ): Promise<void> {
      const [request, keys, usage, days] = await Promise.all([
        pageRequest(ctx, pages.own),
        keysWithUsage(account.id, ports),
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
        exampleImage: await exampleImage,
        ...extra,
      };
      sendDocument(ctx, request, {
        title: messages.dashboard[request.locale],
        isPrivate: true,
        scripts: ['copy.js'],
        body: h(DashboardPage, { request, view }),
      });
    },

    async signIn(ctx: WebContext, extra: Omit<SignInView, 'openSignUp'> = {}): Promise<void> {
      const request = await pageRequest(ctx, pages.own);
      sendDocument(ctx, request, {
        title: messages.logIn[request.locale],
        isPrivate: true,
        body: h(SignInPage, { request, view: { openSignUp: ports.openSignUp, ...extra } }),
      });
    },

    async accounts(
      ctx: WebContext,
      extra: Partial<Pick<AccountsView, 'notice' | 'link'>> = {},
    ): Promise<void> {
      const request = await pageRequest(ctx, pages.accounts);
      const { total } = await ports.accounts.list({ offset: 0, limit: 0 });
      const count = Math.max(1, Math.ceil(total / accountsPerPage));
      const page = Math.min(count, pageNumber(ctx));
      const part = { offset: (page - 1) * accountsPerPage, limit: accountsPerPage };
      const { users } = await listedUsers(ports, part);
      const { change } = ctx.query;
      const changing = typeof change === 'string' ? change : undefined;
      sendDocument(ctx, request, {
        title: messages.accounts[request.locale],
        isPrivate: true,
        scripts: ['copy.js'],
        body: h(AccountsPage, { request, view: { accounts: users, page, pages: count, changing, ...extra } }),
      });
    },

    /** Redirects to a page, which shows a notice of what was done. */
    redirectTo(
      ctx: WebContext,
      path: string,
      query: { readonly done?: Done; readonly page?: number } = {},
    ): void {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      ctx.status = 303;
      ctx.redirect(`${pageOf(ctx, site, path).pathTo(path)}${search.size === 0 ? '' : `?${search}`}`);
    },
  };
}
