import type { Visit } from './context.ts';
import { Field } from './dashboard/parts.tsx';
import { words } from './words.ts';

/**
 * Where a one-time link leads. Its token stands behind the `#`, which is never sent: the script reads it and sends it with
 * the password (src/web/client/password.ts). Until the script is there nobody can type, and no browser would ever put a
 * password into an address.
 */
export function PasswordPage({ visit: { locale, at } }: { visit: Visit }) {
  return (
    <div class="narrow">
      <h1>{words.setPassword[locale]}</h1>
      <p class="lead">{words.setPasswordIntro[locale]}</p>
      <noscript>
        <p class="notice bad">{words.needsScript[locale]}</p>
      </noscript>
      <p role="alert" class="notice bad" id="notice" hidden />
      <form
        class="card"
        id="set-password"
        method="post"
        data-address={at('/api/v1/password')}
        data-next={at('/dashboard')}
        data-no-token={words.noToken[locale]}
        data-link-used={words.linkUsed[locale]}
        data-try-later={words.tryLater[locale]}
      >
        <fieldset disabled>
          <Field
            label={words.newPassword[locale]}
            name="password"
            type="password"
            autocomplete="new-password"
            hint={words.passwordRule[locale]}
            required
            minLength={10}
            maxLength={200}
          />
          <button type="submit">{words.setPassword[locale]}</button>
        </fieldset>
      </form>
    </div>
  );
}
