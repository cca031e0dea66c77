import type { SessionPorts } from '../../api/middleware/session.ts';
import { Failure } from '../../model/failure.ts';
import type { AccountView } from '../../store/ports.ts';
import type { WebContext } from '../context.ts';
import { readForm } from '../form.ts';
import { languageOf } from '../language.ts';
import { words } from '../messages.ts';
import { type FailureWords, told } from '../notice.ts';
import { visitorOf } from '../visit.ts';
import { pages, type Views } from './views.ts';

type Form = ReadonlyMap<string, string>;
type Route = (ctx: WebContext) => Promise<void>;

/** Who may send a form, and where they are told what is wrong with it. */
export function createForms(ports: SessionPorts, views: Views) {
  const ofSomebody =
    (act: (ctx: WebContext, account: AccountView) => Promise<void>): Route =>
    async (ctx) => {
      const session = await visitorOf(ctx, ports);
      if (session === undefined) return views.leadTo(ctx, pages.own);
      await act(ctx, session.account);
    };
  return {
    /** Of whoever is logged in. */
    own: (
      act: (ctx: WebContext, account: AccountView, form: Form) => Promise<void>,
      failing: FailureWords = {},
    ): Route =>
      ofSomebody((ctx, account) =>
        told(
          ctx,
          languageOf(ctx),
          failing,
          async () => act(ctx, account, await readForm(ctx)),
          (notice) => views.dashboard(ctx, account, { notice }),
        ),
      ),

    /** Of an admin, and the page itself. */
    adminsOnly: (act: (ctx: WebContext, form: Form) => Promise<void>): Route =>
      ofSomebody((ctx, account) =>
        told(
          ctx,
          languageOf(ctx),
          { forbidden: words.adminsOnly },
          async () => {
            if (!account.admin) throw new Failure('forbidden', 'Only an admin may do this');
            await act(ctx, ctx.method === 'POST' ? await readForm(ctx) : new Map());
          },
          (notice) =>
            account.admin ? views.accounts(ctx, { notice }) : views.dashboard(ctx, account, { notice }),
        ),
      ),

    /** Of somebody who is logged in once it went well. @param name of the field that keeps what was typed */
    anybody:
      (
        name: 'email' | 'newEmail',
        act: (ctx: WebContext, form: Form) => Promise<void>,
        failing: FailureWords,
      ): Route =>
      async (ctx) => {
        let email = '';
        await told(
          ctx,
          languageOf(ctx),
          failing,
          async () => {
            const form = await readForm(ctx);
            email = form.get('email') ?? '';
            await act(ctx, form);
            views.leadTo(ctx, pages.own);
          },
          (notice) => views.signIn(ctx, { notice, [name]: email }),
        );
      },
  };
}
