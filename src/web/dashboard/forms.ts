import type { SessionPorts } from '../../api/middleware/session.ts';
import { Failure } from '../../model/failure.ts';
import type { AccountView } from '../../store/ports.ts';
import type { WebContext } from '../context.ts';
import { readForm } from '../form.ts';
import { languageOf } from '../language.ts';
import { messages } from '../messages.ts';
import { type FailureMessages, showFailure } from '../notice.ts';
import { sessionOf } from '../page-request.ts';
import { pages, type Views } from './views.ts';

type Form = ReadonlyMap<string, string>;
type Route = (ctx: WebContext) => Promise<void>;

/** Returns wrappers for the routes of forms: each checks who may send the form and shows failures on its page. */
export function createForms(ports: SessionPorts, views: Views) {
  const whenLoggedIn =
    (action: (ctx: WebContext, account: AccountView) => Promise<void>): Route =>
    async (ctx) => {
      const session = await sessionOf(ctx, ports);
      if (session === undefined) return views.redirectTo(ctx, pages.own);
      await action(ctx, session.account);
    };
  return {
    /** A form on the dashboard, for any account that is logged in. */
    ownForm: (
      action: (ctx: WebContext, account: AccountView, form: Form) => Promise<void>,
      failures: FailureMessages = {},
    ): Route =>
      whenLoggedIn((ctx, account) =>
        showFailure(
          ctx,
          languageOf(ctx),
          failures,
          async () => action(ctx, account, await readForm(ctx)),
          (notice) => views.dashboard(ctx, account, { notice }),
        ),
      ),

    /** The page of all accounts, and its forms. */
    adminsOnly: (action: (ctx: WebContext, form: Form) => Promise<void>): Route =>
      whenLoggedIn((ctx, account) =>
        showFailure(
          ctx,
          languageOf(ctx),
          { forbidden: messages.adminsOnly },
          async () => {
            if (!account.admin) throw new Failure('forbidden', 'Only an admin may do this');
            await action(ctx, ctx.method === 'POST' ? await readForm(ctx) : new Map());
          },
          (notice) =>
            account.admin ? views.accounts(ctx, { notice }) : views.dashboard(ctx, account, { notice }),
        ),
      ),

    /** Logging in and signing up. @param emailName of the view's field that returns the address as it was typed */
    signInForm:
      (
        emailName: 'email' | 'newEmail',
        action: (ctx: WebContext, form: Form) => Promise<void>,
        failures: FailureMessages,
      ): Route =>
      async (ctx) => {
        let email = '';
        await showFailure(
          ctx,
          languageOf(ctx),
          failures,
          async () => {
            const form = await readForm(ctx);
            email = form.get('email') ?? '';
            await action(ctx, form);
            views.redirectTo(ctx, pages.own);
          },
          (notice) => views.signIn(ctx, { notice, [emailName]: email }),
        );
      },
  };
}
