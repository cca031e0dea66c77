import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
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
  /** As it was typed, when logging in failed. */
  readonly email?: string | undefined;
  /** As it was typed, when signing up failed. */
  readonly newEmail?: string | undefined;
}

/** The page to log in and, where sign-up is open, to sign up. */
export function SignInPage({
  request: { locale, pathTo },
  view,
}: {
  request: PageRequest;
  view: SignInView;
}) {
  return (
    <div class="narrow">
      <h1>{messages.logIn[locale]}</h1>
      <p class="lead">{messages.logInIntro[locale]}</p>
      <NoticeBox notice={view.notice} />
      <form class="card" method="post" action={pathTo('/dashboard/log-in')}>
        <EmailField label={messages.email[locale]} autocomplete="username" value={view.email} />
        <CurrentPasswordField label={messages.password[locale]} name="password" />
        <button type="submit">{messages.logIn[locale]}</button>
        <p class="quiet">{messages.noAccount[locale]}</p>
      </form>
      {view.openSignUp && (
        <Card id="sign-up" title={messages.signUp[locale]}>
          <p>{messages.signUpIntro[locale]}</p>
          <form method="post" action={pathTo('/dashboard/sign-up')}>
            <EmailField label={messages.email[locale]} autocomplete="username" value={view.newEmail} />
            <NewPasswordField label={messages.password[locale]} locale={locale} />
            <button type="submit">{messages.signUp[locale]}</button>
          </form>
        </Card>
      )}
    </div>
  );
}
