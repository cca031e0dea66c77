import { paths } from '../model/addresses.ts';
import { messages } from './messages.ts';
import type { PageRequest } from './page-request.ts';
import { NewPasswordField, type Notice, NoticeBox } from './parts.tsx';

/**
 * The target of one-time links. The token follows the `#`, which browsers do not send: a script puts it into the form
 * (src/web/client/password.ts), and enables the form.
 */
export function PasswordPage(props: {
  readonly request: PageRequest;
  /** As the form sent it, when setting the password failed. */
  readonly token?: string;
  readonly notice?: Notice;
}) {
  const { request, token = '', notice } = props;
  const { locale, pathTo } = request;
  return (
    <div class="narrow">
      <h1>{messages.setPassword[locale]}</h1>
      <p class="lead">{messages.setPasswordIntro[locale]}</p>
      <NoticeBox notice={notice} />
      {token === '' && (
        <noscript>
          <p class="notice bad">{messages.needsScript[locale]}</p>
        </noscript>
      )}
      <p role="alert" class="notice bad" id="no-token" data-text={messages.noToken[locale]} hidden />
      <form class="card" id="set-password" method="post" action={pathTo(paths.password)}>
        <input type="hidden" name="token" value={token} />
        <fieldset disabled={token === ''}>
          <NewPasswordField label={messages.newPassword[locale]} locale={locale} />
          <button type="submit">{messages.setPassword[locale]}</button>
        </fieldset>
      </form>
    </div>
  );
}
