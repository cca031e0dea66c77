import type Router from '@koa/router';
import type { RequestState } from '../../api/http/context.ts';
import { changeAccount, logIn, logOut, setPassword, signUp } from '../../api/http/sign-in.ts';
import { noStore } from '../../api/middleware/no-store.ts';
import { sameOrigin } from '../../api/middleware/same-origin.ts';
import { loginSchema, newUserSchema, userChangeSchema } from '../../api/wire/accounts.ts';
import { keyChangeSchema, newKeySchema } from '../../api/wire/keys.ts';
import { parseBody } from '../../api/wire/parse-body.ts';
import { passwordLink } from '../../model/addresses.ts';
import { Failure } from '../../model/failure.ts';
import type { AccountView } from '../../store/ports.ts';
import type { Site, WebContext } from '../context.ts';
import { languageOf } from '../language.ts';
import { messages } from '../messages.ts';
import { doneNotice } from '../notice.ts';
import { pageNumber, sessionOf } from '../page-request.ts';
import { createForms } from './forms.ts';
import { createViews, type DashboardPorts, pages } from './views.ts';

/**
 * Adds `/dashboard`, whose forms work without scripts. A form that succeeds redirects to its page, so reloading does not
 * send it again. What is shown only once (a key, a link) is in the answer to its form.
 */
export function mountDashboard(router: Router<RequestState>, ports: DashboardPorts, site: Site): void {
  const views = createViews(ports, site);
  const { ownForm, adminsOnly, signInForm } = createForms(ports, views);
  const { accounts } = ports;
  const guard = [noStore, sameOrigin(ports.baseUrl)] as const;
  const showLink = async (ctx: WebContext, { id, email }: AccountView): Promise<void> => {
    const { token } = await accounts.createPasswordToken(id);
    await views.accounts(ctx, { link: { email, url: passwordLink(ports.baseUrl(), token) } });
  };

  router.get(pages.own, noStore, async (ctx: WebContext) => {
    const session = await sessionOf(ctx, ports);
    if (session === undefined) return views.signIn(ctx);
    const { revoke: revoking, rename: renaming } = ctx.query;
    await views.dashboard(ctx, session.account, {
      notice: doneNotice(ctx, languageOf(ctx)),
      ...(typeof revoking === 'string' && { revoking }),
      ...(typeof renaming === 'string' && { renaming }),
    });
  });
  router.post(
    '/dashboard/log-in',
    ...guard,
    signInForm(
      'email',
      async (ctx, form) => {
        await logIn(ctx, ports, parseBody(loginSchema, Object.fromEntries(form)));
      },
      { unauthorized: messages.wrongLogIn, forbidden: messages.accountDisabled },
    ),
  );
  router.post(
    '/dashboard/sign-up',
    ...guard,
    signInForm(
      'newEmail',
      async (ctx, form) => {
        if (!ports.openSignUp)
          throw new Failure('forbidden', 'Signing up is closed; an admin can add accounts');
        await signUp(ctx, ports, parseBody(loginSchema, Object.fromEntries(form)));
      },
      { forbidden: messages.signUpClosed },
    ),
  );
  router.post('/dashboard/log-out', ...guard, async (ctx: WebContext) => {
    await logOut(ctx, ports);
    views.redirectTo(ctx, pages.own);
  });
  router.post(
    '/dashboard/password',
    ...guard,
    ownForm(
      async (ctx, _, form) => {
        const proof = { currentPassword: form.get('currentPassword') ?? '' };
        await setPassword(ctx, ports, form.get('password') ?? '', proof);
        views.redirectTo(ctx, pages.own, { done: 'password' });
      },
      { unauthorized: messages.wrongPassword, sessionsUnsaved: messages.passwordChangedSessionsRemain },
    ),
  );
  router.post(
    '/dashboard/end-others',
    ...guard,
    ownForm(async (ctx, account) => {
      await ports.sessions.endOthers(account.id, ctx.state.session?.token ?? '');
      views.redirectTo(ctx, pages.own, { done: 'others' });
    }),
  );

  router.post(
    '/dashboard/keys',
    ...guard,
    ownForm(async (ctx, account, form) => {
      const { name } = parseBody(newKeySchema, Object.fromEntries(form));
      const { key } = await accounts.createKey(account.id, name);
      await views.dashboard(ctx, account, { newKey: key });
    }),
  );
  router.post(
    '/dashboard/keys/:id/rename',
    ...guard,
    ownForm(async (ctx, account, form) => {
      const { name } = parseBody(keyChangeSchema, Object.fromEntries(form));
      await accounts.renameKey(account.id, idOf(ctx), name);
      views.redirectTo(ctx, pages.own, { done: 'renamed' });
    }),
  );
  router.post(
    '/dashboard/keys/:id/revoke',
    ...guard,
    ownForm(async (ctx, account) => {
      await accounts.revokeKey(account.id, idOf(ctx));
      views.redirectTo(ctx, pages.own, { done: 'revoked' });
    }),
  );

  router.get(
    pages.accounts,
    noStore,
    adminsOnly(async (ctx) => views.accounts(ctx, { notice: doneNotice(ctx, languageOf(ctx)) })),
  );
  router.post(
    pages.accounts,
    ...guard,
    adminsOnly(async (ctx, form) => {
      const fields = { email: form.get('email'), plan: form.get('plan'), admin: form.get('admin') === 'on' };
      const { email, plan = 'free', admin = false } = parseBody(newUserSchema, fields);
      await showLink(ctx, await accounts.addAccount({ email, plan, admin }));
    }),
  );
  router.post(
    `${pages.accounts}/:id`,
    ...guard,
    adminsOnly(async (ctx, form) => {
      const isOn = (name: string) => form.get(name) === 'on';
      const fields = { plan: form.get('plan'), admin: isOn('admin'), disabled: isOn('disabled') };
      const account = await changeAccount(ports, idOf(ctx), parseBody(userChangeSchema, fields));
      const isSelf = account.id === ctx.state.session?.account.id;
      // An account that just lost its admin rights cannot open the page of all accounts.
      if (isSelf && (!account.admin || account.disabled)) views.redirectTo(ctx, pages.own, { done: 'saved' });
      else views.redirectTo(ctx, pages.accounts, { page: pageNumber(ctx), done: 'saved' });
    }),
  );
  router.post(
    `${pages.accounts}/:id/link`,
    ...guard,
    adminsOnly(async (ctx) => {
      const account = await accounts.find(idOf(ctx));
      if (account === undefined) throw new Failure('notFound', 'There is no such account');
      await showLink(ctx, account);
    }),
  );
}

/** Returns the `:id` of the path, which the router puts on the context. */
function idOf(ctx: WebContext): string {
  const params: unknown = ctx['params'];
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}
