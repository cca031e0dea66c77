import { planNames } from '../../model/plan.ts';
import type { AccountView } from '../../store/ports.ts';
import type { Visit } from '../context.ts';
import { words } from '../messages.ts';
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
  /** A one-time link that has just been made. */
  readonly link?: { readonly email: string; readonly url: string } | undefined;
}

/** What an admin sees of everybody's accounts. */
export function AccountsPage({ visit, view }: { visit: Visit; view: AccountsView }) {
  const { locale, at } = visit;
  return (
    <>
      <div class="title-row">
        <h1>{words.accounts[locale]}</h1>
        <a class="button quiet" href={at('/dashboard')}>
          {words.dashboard[locale]}
        </a>
      </div>
      <NoticeBox notice={view.notice} />
      {view.link && (
        <section class="card highlight" aria-labelledby="link">
          <h2 id="link">{words.newLink[locale]}</h2>
          <p>
            {words.linkMade[locale]} <strong>{view.link.email}</strong>
          </p>
          <Copyable text={view.link.url} locale={locale} />
        </section>
      )}
      <Card id="add" title={words.addAccount[locale]}>
        <form class="inline" method="post" action={at('/dashboard/accounts')}>
          <EmailField label={words.email[locale]} autocomplete="off" />
          <PlanChoice visit={visit} plan="free" />
          <Check name="admin" label={words.admin[locale]} isOn={false} />
          <button type="submit">{words.addAccount[locale]}</button>
        </form>
      </Card>
      <Card id="all" title={words.allAccounts[locale]}>
        <ul class="rows">
          {view.accounts.map((account) => (
            <AccountRow visit={visit} account={account} page={view.page} />
          ))}
        </ul>
        {view.pages > 1 && (
          <nav class="pages" aria-label={words.pages[locale]}>
            {view.page > 1 && <a href={`?page=${view.page - 1}`}>{words.previous[locale]}</a>}
            <span>
              {view.page} {words.of[locale]} {view.pages}
            </span>
            {view.page < view.pages && <a href={`?page=${view.page + 1}`}>{words.next[locale]}</a>}
          </nav>
        )}
      </Card>
    </>
  );
}

function AccountRow(props: {
  readonly visit: Visit;
  readonly account: ListedAccount;
  readonly page: number;
}) {
  const { visit, account, page } = props;
  const { locale, at } = visit;
  const address = `${at(`/dashboard/accounts/${account.id}`)}?page=${page}`;
  return (
    <li>
      <div class="row-head">
        <strong dir="auto">{account.email}</strong>
        <span>
          {words.keys[locale]}: {account.keys} · {words.requestsToday[locale]}: {account.usage.day}
        </span>
      </div>
      <form class="inline" method="post" action={address}>
        <PlanChoice visit={visit} plan={account.plan} of={account.email} />
        <Check name="admin" label={words.admin[locale]} isOn={account.admin} />
        <Check name="disabled" label={words.disabled[locale]} isOn={account.disabled} />
        <button class="quiet" type="submit" aria-label={`${words.save[locale]}: ${account.email}`}>
          {words.save[locale]}
        </button>
        <button
          class="quiet"
          type="submit"
          formAction={`${at(`/dashboard/accounts/${account.id}/link`)}?page=${page}`}
          aria-label={`${words.newLink[locale]}: ${account.email}`}
        >
          {words.newLink[locale]}
        </button>
      </form>
    </li>
  );
}

function PlanChoice(props: { readonly visit: Visit; readonly plan: string; readonly of?: string }) {
  const { visit, plan, of } = props;
  const label = words.plan[visit.locale];
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
