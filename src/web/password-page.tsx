import { paths } from '../model/addresses.ts';
import type { Visit } from './context.ts';
import { words } from './messages.ts';
import { NewPasswordField, type Notice, NoticeBox } from './parts.tsx';

/**
 * Where a one-time link leads. Its token stands behind the `#`, which is never sent: the script puts it into the form
 * (src/web/client/password.ts). Until it is there nobody can type.
 */
export function PasswordPage(props: {
  readonly visit: Visit;
  /** After something went wrong: as the form has sent it. */
  readonly token?: string;
  readonly notice?: Notice;
}) {
  const { visit, token = '', notice } = props;
  const { locale, at } = visit;
  return (
    <div class="narrow">
      <h1>{words.setPassword[locale]}</h1>
      <p class="lead">{words.setPasswordIntro[locale]}</p>
      <NoticeBox notice={notice} />
      {token === '' && (
        <noscript>
          <p class="notice bad">{words.needsScript[locale]}</p>
        </noscript>
      )}
      <p role="alert" class="notice bad" id="no-token" data-text={words.noToken[locale]} hidden />
      <form class="card" id="set-password" method="post" action={at(paths.password)}>
        <input type="hidden" name="token" value={token} />
        <fieldset disabled={token === ''}>
          <NewPasswordField label={words.newPassword[locale]} locale={locale} />
          <button type="submit">{words.setPassword[locale]}</button>
        </fieldset>
      </form>
    </div>
  );
}
