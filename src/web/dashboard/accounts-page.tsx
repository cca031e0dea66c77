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
  /** The id of the account whose form is open. */
  readonly changing?: string | undefined;
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
        <table class="rows">
          <thead>
            <tr>
              {(['email', 'plan', 'keys', 'today'] as const).map((column) => (
                <th scope="col" class={column}>
                  {messages[column][locale]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {view.accounts.map((account) => (
              <AccountRow
                request={request}
                account={account}
                page={view.page}
                isOpen={account.id === view.changing}
              />
            ))}
          </tbody>
        </table>
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
  readonly isOpen: boolean;
}) {
  const { request, account, page, isOpen } = props;
  const { locale, pathTo } = request;
  const here = `${pathTo('/dashboard/accounts')}?page=${page}`;
  const states = (['admin', 'disabled'] as const).filter((state) => account[state]);
  return (
    <>
      <tr id={account.id} class={isOpen ? 'open' : ''}>
        <th scope="row" class="email" dir="auto">
          {account.email}
          {states.map((state) => (
            <small> {messages[state][locale]}</small>
          ))}
        </th>
        <td>{account.plan}</td>
        <td class="keys">{account.keys}</td>
        <td class="today">{account.usage.day}</td>
        <td>
          <a
            class="button quiet"
            href={isOpen ? here : `${here}&change=${account.id}#${account.id}`}
            aria-label={`${messages[isOpen ? 'cancel' : 'change'][locale]}: ${account.email}`}
          >
            {messages[isOpen ? 'cancel' : 'change'][locale]}
          </a>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <AccountForm request={request} account={account} search={`?page=${page}&change=${account.id}`} />
          </td>
        </tr>
      )}
    </>
  );
}

/** @param props.search of the page with this form, which is shown again when the change is refused */
function AccountForm(props: {
  readonly request: PageRequest;
  readonly account: ListedAccount;
  readonly search: string;
}) {
  const { request, account, search } = props;
  const { locale, pathTo } = request;
  const path = pathTo(`/dashboard/accounts/${account.id}`);
  return (
    <form class="inline" method="post" action={path + search}>
      <PlanChoice request={request} plan={account.plan} of={account.email} />
      <Check name="admin" label={messages.admin[locale]} isOn={account.admin} />
      <Check name="disabled" label={messages.disabled[locale]} isOn={account.disabled} />
      <button type="submit" aria-label={`${messages.save[locale]}: ${account.email}`}>
        {messages.save[locale]}
      </button>
      <button
        class="quiet"
        type="submit"
        formAction={`${path}/link${search}`}
        aria-label={`${messages.oneTimeLink[locale]}: ${account.email}`}
      >
        {messages.oneTimeLink[locale]}
      </button>
    </form>
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
