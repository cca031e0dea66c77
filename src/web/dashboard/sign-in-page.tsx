import type { Visit } from '../context.ts';
import { words } from '../messages.ts';
import {
  Card,
  CurrentPasswordField,
  EmailField,
  NewPasswordField,
  type Notice,
  NoticeBox,
} from '../parts.tsx';

export interface SignInView {
  readonly openSignUp: boolean;
  readonly notice?: Notice | undefined;
  /** As it was typed for logging in, after something went wrong. */
  readonly email?: string | undefined;
  /** The same for signing up. */
  readonly newEmail?: string | undefined;
}

/** Logging in, and signing up where that is open. */
export function SignInPage({ visit: { locale, at }, view }: { visit: Visit; view: SignInView }) {
  return (
    <div class="narrow">
      <h1>{words.logIn[locale]}</h1>
      <p class="lead">{words.logInIntro[locale]}</p>
      <NoticeBox notice={view.notice} />
      <form class="card" method="post" action={at('/dashboard/log-in')}>
        <EmailField label={words.email[locale]} autocomplete="username" value={view.email} />
        <CurrentPasswordField label={words.password[locale]} name="password" />
        <button type="submit">{words.logIn[locale]}</button>
        <p class="quiet">{words.noAccount[locale]}</p>
      </form>
      {view.openSignUp && (
        <Card id="sign-up" title={words.signUp[locale]}>
          <p>{words.signUpIntro[locale]}</p>
          <form method="post" action={at('/dashboard/sign-up')}>
            <EmailField label={words.email[locale]} autocomplete="username" value={view.newEmail} />
            <NewPasswordField label={words.password[locale]} locale={locale} />
            <button type="submit">{words.signUp[locale]}</button>
          </form>
        </Card>
      )}
    </div>
  );
}
