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
import { messages } from './messages.ts';
import { showFailure } from './notice.ts';
import { pageOf, parsePageRequest } from './page-request.ts';
import type { Notice } from './parts.tsx';
import { PasswordPage } from './password-page.tsx';

/** Adds the target of one-time links: a page with a form that sets the password and logs in. */
export function mountPassword(router: Router<RequestState>, ports: AccountPorts, site: Site): void {
  const show = async (
    ctx: WebContext,
    extra: { readonly token?: string; readonly notice?: Notice } = {},
  ): Promise<void> => {
    const request = await parsePageRequest(ctx, site, ports);
    const title = messages.setPassword[request.locale];
    const body = h(PasswordPage, { request, ...extra });
    sendDocument(ctx, request, { title, isPrivate: true, scripts: ['password.js'], body });
  };
  router.get(paths.password, (ctx: WebContext) => show(ctx));
  router.post(paths.password, noStore, sameOrigin(ports.baseUrl), async (ctx: WebContext) => {
    const { locale, pathTo } = pageOf(ctx, site);
    let token = '';
    await showFailure(
      ctx,
      locale,
      {
        unauthorized: messages.linkUsed,
        forbidden: messages.accountDisabled,
        sessionsUnsaved: messages.passwordSetNotLoggedIn,
      },
      async () => {
        const form = await readForm(ctx);
        token = form.get('token') ?? '';
        const { password } = parseBody(passwordChangeSchema, { token, password: form.get('password') });
        await setPassword(ctx, ports, password, { token });
        ctx.status = 303;
        ctx.redirect(pathTo('/dashboard'));
      },
      (notice) => show(ctx, { token, notice }),
    );
  });
}
