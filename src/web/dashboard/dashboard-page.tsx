import { exampleCurl, exampleRanking } from '../../model/example-ranking.ts';
import type { Locale } from '../../model/vocabulary.ts';
import type { AccountView } from '../../store/ports.ts';
import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
import { Card, Copyable, CurrentPasswordField, NewPasswordField, type Notice, NoticeBox } from '../parts.tsx';
import { type Counts, KeyList, type KeyListView } from './key-list.tsx';
import { type DailyRequests, UsageChart } from './usage-chart.tsx';

export interface DashboardView extends KeyListView {
  readonly account: AccountView;
  readonly usage: Counts;
  readonly limits: { readonly minute: number | null; readonly day: number | null };
  readonly days: readonly DailyRequests[];
  readonly baseUrl: string;
  /** The path of the image that the example of a new key draws. */
  readonly exampleImage: string;
  readonly notice?: Notice | undefined;
  /** The value of a key that was just created. */
  readonly newKey?: string | undefined;
}

/** The page of an account: its usage, keys and password. */
export function DashboardPage({ request, view }: { request: PageRequest; view: DashboardView }) {
  const { locale, pathTo } = request;
  const { account } = view;
  return (
    <>
      <div class="title-row">
        <div>
          <h1>{messages.dashboard[locale]}</h1>
          <p class="lead">{account.email}</p>
        </div>
        <div class="actions">
          {account.admin && (
            <a class="button quiet" href={pathTo('/dashboard/accounts')}>
              {messages.accounts[locale]}
            </a>
          )}
          <form method="post" action={pathTo('/dashboard/log-out')}>
            <button class="quiet" type="submit">
              {messages.logOut[locale]}
            </button>
          </form>
        </div>
      </div>
      <NoticeBox notice={view.notice} />
      {view.newKey !== undefined && <NewKey request={request} value={view.newKey} view={view} />}
      <KeyList request={request} view={view} />
      <Usage request={request} view={view} />
      <Password request={request} />
    </>
  );
}

function NewKey(props: {
  readonly request: PageRequest;
  readonly value: string;
  readonly view: Pick<DashboardView, 'baseUrl' | 'exampleImage'>;
}) {
  const { request, value, view } = props;
  const { locale, pathTo } = request;
  return (
    <section class="card highlight" aria-labelledby="new-key">
      <h2 id="new-key">{messages.newKey[locale]}</h2>
      <p>{messages.keyShownOnce[locale]}</p>
      <Copyable text={value} locale={locale} />
      <h3>{messages.tryIt[locale]}</h3>
      <Copyable text={exampleCurl(view.baseUrl, value)} locale={locale} />
      <img
        class="example"
        src={pathTo(view.exampleImage)}
        alt={exampleRanking.title}
        width="270"
        height="360"
      />
    </section>
  );
}

function Usage({
  request: { locale },
  view: { account, usage, limits, days },
}: {
  request: PageRequest;
  view: DashboardView;
}) {
  return (
    <Card id="use" title={messages.usage[locale]}>
      <dl class="figures">
        <div>
          <dt>{messages.plan[locale]}</dt>
          <dd>{account.plan}</dd>
        </div>
        <Remaining
          label={messages.thisMinute[locale]}
          used={usage.minute}
          limit={limits.minute}
          locale={locale}
        />
        <Remaining label={messages.today[locale]} used={usage.day} limit={limits.day} locale={locale} />
      </dl>
      <h3 id="days">{messages.last30Days[locale]}</h3>
      <UsageChart days={days} locale={locale} />
    </Card>
  );
}

function Remaining(props: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  readonly locale: Locale;
}) {
  const { label, used, limit, locale } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {limit === null
          ? used
          : messages.remaining[locale].replace('{count}', String(Math.max(0, limit - used)))}
        <small>
          {limit === null ? messages.unlimited[locale] : `${used} ${messages.of[locale]} ${limit}`}
        </small>
      </dd>
    </div>
  );
}

function Password({ request: { locale, pathTo } }: { request: PageRequest }) {
  return (
    <Card id="password" title={messages.account[locale]}>
      <details>
        <summary>{messages.changePassword[locale]}</summary>
        <form method="post" action={pathTo('/dashboard/password')}>
          <CurrentPasswordField label={messages.currentPassword[locale]} name="currentPassword" />
          <NewPasswordField label={messages.newPassword[locale]} locale={locale} />
          <button type="submit">{messages.changePassword[locale]}</button>
        </form>
      </details>
      <form method="post" action={pathTo('/dashboard/end-others')}>
        <button class="quiet" type="submit">
          {messages.endOtherSessions[locale]}
        </button>
      </form>
    </Card>
  );
}
