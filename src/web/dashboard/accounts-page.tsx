import { planNames } from '../../model/plan.ts';
import type { AccountView } from '../../store/ports.ts';
import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
import { Card, Copyable, EmailField, type Notice, NoticeBox } from '../parts.tsx';

interface ListedAccount extends AccountView {
  readonly keys: number;
  readonly usage: { readonly minute: number; readonly day: number };
}

export interface AccountsView {
  readonly accounts: readonly ListedAccount[];
  readonly page: number;
  readonly pages: number;
  readonly notice?: Notice | undefined;
  /** A one-time link that was just created. */
  readonly link?: { readonly email: string; readonly url: string } | undefined;
}

/** The page of all accounts, for admins. */
export function AccountsPage({ request, view }: { request: PageRequest; view: AccountsView }) {
  const { locale, pathTo } = request;
  return (
    <>
      <div class="title-row">
        <h1>{messages.accounts[locale]}</h1>
        <a class="button quiet" href={pathTo('/dashboard')}>
          {messages.dashboard[locale]}
        </a>
      </div>
      <NoticeBox notice={view.notice} />
      {view.link && (
        <section class="card highlight" aria-labelledby="link">
          <h2 id="link">{messages.oneTimeLink[locale]}</h2>
          <p>
            {messages.linkCreated[locale]} <strong>{view.link.email}</strong>
          </p>
          <Copyable text={view.link.url} locale={locale} />
        </section>
      )}
      <Card id="add" title={messages.addAccount[locale]}>
        <form class="inline" method="post" action={pathTo('/dashboard/accounts')}>
          <EmailField label={messages.email[locale]} autocomplete="off" />
          <PlanChoice request={request} plan="free" />
          <Check name="admin" label={messages.admin[locale]} isOn={false} />
          <button type="submit">{messages.addAccount[locale]}</button>
        </form>
      </Card>
      <Card id="all" title={messages.allAccounts[locale]}>
        <ul class="rows">
          {view.accounts.map((account) => (
            <AccountRow request={request} account={account} page={view.page} />
          ))}
        </ul>
        {view.pages > 1 && (
          <nav class="pages" aria-label={messages.pages[locale]}>
            {view.page > 1 && <a href={`?page=${view.page - 1}`}>{messages.previous[locale]}</a>}
            <span>
              {view.page} {messages.of[locale]} {view.pages}
            </span>
            {view.page < view.pages && <a href={`?page=${view.page + 1}`}>{messages.next[locale]}</a>}
          </nav>
        )}
      </Card>
    </>
  );
}

function AccountRow(props: {
  readonly request: PageRequest;
  readonly account: ListedAccount;
  readonly page: number;
}) {
  const { request, account, page } = props;
  const { locale, pathTo } = request;
  const address = `${pathTo(`/dashboard/accounts/${account.id}`)}?page=${page}`;
  return (
    <li>
      <div class="row-head">
        <strong dir="auto">{account.email}</strong>
        <span>
          {messages.keys[locale]}: {account.keys} · {messages.requestsToday[locale]}: {account.usage.day}
        </span>
      </div>
      <form class="inline" method="post" action={address}>
        <PlanChoice request={request} plan={account.plan} of={account.email} />
        <Check name="admin" label={messages.admin[locale]} isOn={account.admin} />
        <Check name="disabled" label={messages.disabled[locale]} isOn={account.disabled} />
        <button class="quiet" type="submit" aria-label={`${messages.save[locale]}: ${account.email}`}>
          {messages.save[locale]}
        </button>
        <button
          class="quiet"
          type="submit"
          formAction={`${pathTo(`/dashboard/accounts/${account.id}/link`)}?page=${page}`}
          aria-label={`${messages.oneTimeLink[locale]}: ${account.email}`}
        >
          {messages.oneTimeLink[locale]}
        </button>
      </form>
    </li>
  );
}

function PlanChoice(props: { readonly request: PageRequest; readonly plan: string; readonly of?: string }) {
  const { request, plan, of } = props;
  const label = messages.plan[request.locale];
  return (
    <label class="field">
      <span>{label}</span>
      <select name="plan" {...(of !== undefined && { 'aria-label': `${label}: ${of}` })}>
        {planNames.map((name) => (
          <option value={name} selected={name === plan}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="on" checked={isOn} />
      <span>{label}</span>
    </label>
  );
}
