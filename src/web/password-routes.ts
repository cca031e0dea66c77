import type Router from '@koa/router';
import { h } from 'preact';
import type { RequestState } from '../api/http/context.ts';
import { type AccountPorts, setPassword } from '../api/http/sign-in.ts';
import { noStore } from '../api/middleware/no-store.ts';
import { sameOrigin } from '../api/middleware/same-origin.ts';
import { passwordChangeSchema } from '../api/wire/accounts.ts';
import { parseBody } from '../api/wire/parse-body.ts';
import { paths } from '../model/addresses.ts';
import type { Site, WebContext } from './context.ts';
import { sendDocument } from './document.tsx';
import { readForm } from './form.ts';
import { words } from './messages.ts';
import { told } from './notice.ts';
import type { Notice } from './parts.tsx';
import { PasswordPage } from './password-page.tsx';
import { pageOf, visitOf } from './visit.ts';

/** Where one-time links lead: the page, and its form, which sets the password and logs in. */
export function mountPassword(router: Router<RequestState>, ports: AccountPorts, site: Site): void {
  const show = async (
    ctx: WebContext,
    extra: { readonly token?: string; readonly notice?: Notice } = {},
  ): Promise<void> => {
    const visit = await visitOf(ctx, site, ports);
    const title = words.setPassword[visit.locale];
    const body = h(PasswordPage, { visit, ...extra });
    sendDocument(ctx, visit, { title, isPrivate: true, scripts: ['password.js'], body });
  };
  router.get(paths.password, (ctx: WebContext) => show(ctx));
  router.post(paths.password, noStore, sameOrigin(ports.baseUrl), async (ctx: WebContext) => {
    const { locale, at } = pageOf(ctx, site);
    let token = '';
    await told(
      ctx,
      locale,
      { unauthorized: words.linkUsed, forbidden: words.accountDisabled, sessionsUnsaved: words.passwordSet },
      async () => {
        const form = await readForm(ctx);
        token = form.get('token') ?? '';
        const { password } = parseBody(passwordChangeSchema, { token, password: form.get('password') });
        await setPassword(ctx, ports, password, { token });
        ctx.status = 303;
        ctx.redirect(at('/dashboard'));
      },
      (notice) => show(ctx, { token, notice }),
    );
  });
}
