import { keyNameGraphemes } from '../../model/limits.ts';
import type { Locale } from '../../model/vocabulary.ts';
import type { AccountView, KeyView } from '../../store/ports.ts';
import type { Visit } from '../context.ts';
import { words } from '../messages.ts';
import {
  Card,
  Copyable,
  CurrentPasswordField,
  Field,
  Moment,
  NewPasswordField,
  type Notice,
  NoticeBox,
} from '../parts.tsx';
import { type DayUse, UseChart } from './use-chart.tsx';

interface Used {
  readonly minute: number;
  readonly day: number;
}

interface ListedKey extends KeyView {
  readonly usage: Used;
  /** ISO 8601, or null for never. */
  readonly lastUsedAt: string | null;
}

export interface DashboardView {
  readonly account: AccountView;
  readonly keys: readonly ListedKey[];
  readonly usage: Used;
  readonly limits: { readonly minute: number | null; readonly day: number | null };
  readonly days: readonly DayUse[];
  readonly baseUrl: string;
  readonly notice?: Notice | undefined;
  /** The value of a key that has just been made. */
  readonly newKey?: string | undefined;
  /** The key that is about to be revoked. */
  readonly revoking?: string | undefined;
  /** The key that is about to get another name. */
  readonly renaming?: string | undefined;
}

/** What a developer sees of their account. */
export function DashboardPage({ visit, view }: { visit: Visit; view: DashboardView }) {
  const { locale, at } = visit;
  const { account } = view;
  return (
    <>
      <div class="title-row">
        <div>
          <h1>{words.dashboard[locale]}</h1>
          <p class="lead">{account.email}</p>
        </div>
        <div class="actions">
          {account.admin && (
            <a class="button quiet" href={at('/dashboard/accounts')}>
              {words.accounts[locale]}
            </a>
          )}
          <form method="post" action={at('/dashboard/log-out')}>
            <button class="quiet" type="submit">
              {words.logOut[locale]}
            </button>
          </form>
        </div>
      </div>
      <NoticeBox notice={view.notice} />
      {view.newKey !== undefined && <NewKey visit={visit} value={view.newKey} baseUrl={view.baseUrl} />}
      <Use visit={visit} view={view} />
      <Keys visit={visit} view={view} />
      <Password visit={visit} />
    </>
  );
}

function NewKey({ visit: { locale }, value, baseUrl }: { visit: Visit; value: string; baseUrl: string }) {
  const example = JSON.stringify({ tiers: [{ title: 'S', items: ['Tea', 'Coffee'] }] });
  const curl = [
    `curl ${baseUrl}/api/v1/render \\`,
    `  -H 'Authorization: Bearer ${value}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${example}'`,
  ].join('\n');
  return (
    <section class="card highlight" aria-labelledby="new-key">
      <h2 id="new-key">{words.keyCreated[locale]}</h2>
      <p>{words.keyOnce[locale]}</p>
      <Copyable text={value} locale={locale} />
      <h3>{words.tryIt[locale]}</h3>
      <Copyable text={curl} locale={locale} />
    </section>
  );
}

function Use({
  visit: { locale },
  view: { account, usage, limits, days },
}: {
  visit: Visit;
  view: DashboardView;
}) {
  return (
    <Card id="use" title={words.use[locale]}>
      <dl class="figures">
        <div>
          <dt>{words.plan[locale]}</dt>
          <dd>{account.plan}</dd>
        </div>
        <Left label={words.thisMinute[locale]} used={usage.minute} limit={limits.minute} locale={locale} />
        <Left label={words.today[locale]} used={usage.day} limit={limits.day} locale={locale} />
      </dl>
      <h3 id="days">{words.last30[locale]}</h3>
      <UseChart days={days} locale={locale} />
    </Card>
  );
}

function Left(props: {
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
        {limit === null ? used : words.left[locale].replace('{count}', String(Math.max(0, limit - used)))}
        <small>{limit === null ? words.unlimited[locale] : `${used} ${words.of[locale]} ${limit}`}</small>
      </dd>
    </div>
  );
}

function Keys({ visit, view: { keys, revoking, renaming } }: { visit: Visit; view: DashboardView }) {
  const { locale, at } = visit;
  return (
    <Card id="keys" title={words.keys[locale]}>
      {keys.length === 0 ? (
        <p>{words.noKeys[locale]}</p>
      ) : (
        <ul class="rows">
          {keys.map((key) => (
            <KeyRow
              visit={visit}
              apiKey={key}
              change={revoking === key.id ? 'revoke' : renaming === key.id ? 'rename' : undefined}
            />
          ))}
        </ul>
      )}
      <form class="inline" method="post" action={at('/dashboard/keys')}>
        <Field label={words.keyName[locale]} name="name" maxLength={keyNameGraphemes} autocomplete="off" />
        <button type="submit">{words.createKey[locale]}</button>
      </form>
    </Card>
  );
}

function KeyRow(props: {
  readonly visit: Visit;
  readonly apiKey: ListedKey;
  /** What is asked about it. */
  readonly change: 'revoke' | 'rename' | undefined;
}) {
  const { visit, apiKey: key, change } = props;
  const { locale, at } = visit;
  const name = key.name === '' ? words.unnamed[locale] : key.name;
  return (
    <li id={key.id}>
      <div class="row-head">
        <strong dir="auto">{name}</strong>
        <code>{key.hint}</code>
      </div>
      {change === undefined && <KeyActions visit={visit} id={key.id} name={name} />}
      <dl>
        <div>
          <dt>{words.created[locale]}</dt>
          <dd>
            <Moment iso={key.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.lastUsed[locale]}</dt>
          <dd>{key.lastUsedAt === null ? words.never[locale] : <Moment iso={key.lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>{words.requestsToday[locale]}</dt>
          <dd>{key.usage.day}</dd>
        </div>
      </dl>
      {change === 'rename' && <Rename visit={visit} apiKey={key} />}
      {change === 'revoke' && (
        <form class="confirm" method="post" action={at(`/dashboard/keys/${key.id}/revoke`)}>
          <p>{words.revokeSure[locale]}</p>
          <button class="danger" type="submit">
            {words.revokeYes[locale]}
          </button>
          <Cancel visit={visit} />
        </form>
      )}
    </li>
  );
}

/** Each asks first, on the same page. */
function KeyActions({ visit: { locale, at }, id, name }: { visit: Visit; id: string; name: string }) {
  return (
    <div class="actions">
      {(['rename', 'revoke'] as const).map((change) => (
        <a
          class="button quiet"
          href={`${at('/dashboard')}?${change}=${id}#${id}`}
          aria-label={`${words[change][locale]}: ${name}`}
        >
          {words[change][locale]}
        </a>
      ))}
    </div>
  );
}

function Rename({ visit, apiKey: { id, name } }: { visit: Visit; apiKey: ListedKey }) {
  const { locale, at } = visit;
  return (
    <form class="inline ask" method="post" action={at(`/dashboard/keys/${id}/rename`)}>
      <Field
        label={words.name[locale]}
        name="name"
        value={name}
        maxLength={keyNameGraphemes}
        autocomplete="off"
      />
      <button type="submit">{words.save[locale]}</button>
      <Cancel visit={visit} />
    </form>
  );
}

function Cancel({ visit: { locale, at } }: { visit: Visit }) {
  return (
    <a class="button quiet" href={at('/dashboard')}>
      {words.cancel[locale]}
    </a>
  );
}

function Password({ visit: { locale, at } }: { visit: Visit }) {
  return (
    <Card id="password" title={words.account[locale]}>
      <details>
        <summary>{words.changePassword[locale]}</summary>
        <form method="post" action={at('/dashboard/password')}>
          <CurrentPasswordField label={words.currentPassword[locale]} name="currentPassword" />
          <NewPasswordField label={words.newPassword[locale]} locale={locale} />
          <button type="submit">{words.changePassword[locale]}</button>
        </form>
      </details>
      <form method="post" action={at('/dashboard/end-others')}>
        <button class="quiet" type="submit">
          {words.endOthers[locale]}
        </button>
      </form>
    </Card>
  );
}
