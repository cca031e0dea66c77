import type { Visit } from './context.ts';
import { Field } from './dashboard/parts.tsx';
import { words } from './words.ts';

/**
 * Where a one-time link leads. Its token stands behind the `#`, which is never sent: the script reads it and sends it with
 * the password (src/web/client/password.ts).
 */
export function PasswordPage({ visit: { locale, at } }: { visit: Visit }) {
  return (
    <div class="narrow">
      <h1>{words.setPassword[locale]}</h1>
      <p class="lead">{words.setPasswordIntro[locale]}</p>
      <form
        class="card"
        id="set-password"
        data-address={at('/api/v1/password')}
        data-next={at('/dashboard')}
        data-no-token={words.noToken[locale]}
      >
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
        <p role="alert" class="notice bad" hidden />
        <noscript>
          <p>{words.needsScript[locale]}</p>
        </noscript>
      </form>
    </div>
  );
}
