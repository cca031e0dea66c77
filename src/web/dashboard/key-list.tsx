import { keyNameGraphemes } from '../../model/limits.ts';
import type { KeyView } from '../../store/ports.ts';
import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
import { Card, Field, Timestamp } from '../parts.tsx';

/** How many requests were counted in the current minute and day. */
export interface Counts {
  readonly minute: number;
  readonly day: number;
}

interface ListedKey extends KeyView {
  readonly usage: Counts;
  /** ISO 8601, or null for never. */
  readonly lastUsedAt: string | null;
}

export interface KeyListView {
  readonly keys: readonly ListedKey[];
  /** The id of the key that the page asks to revoke. */
  readonly revoking?: string | undefined;
  /** The id of the key whose name is being edited. */
  readonly renaming?: string | undefined;
}

/** The keys of an account, with the forms to create, rename and revoke one. */
export function KeyList({ request, view }: { request: PageRequest; view: KeyListView }) {
  const { keys, revoking, renaming } = view;
  const { locale, pathTo } = request;
  return (
    <Card id="keys" title={messages.keys[locale]}>
      {keys.length === 0 ? (
        <p>{messages.noKeys[locale]}</p>
      ) : (
        <ul class="rows">
          {keys.map((key) => (
            <KeyRow
              request={request}
              apiKey={key}
              change={revoking === key.id ? 'revoke' : renaming === key.id ? 'rename' : undefined}
            />
          ))}
        </ul>
      )}
      <form class="inline" method="post" action={pathTo('/dashboard/keys')}>
        <Field label={messages.keyName[locale]} name="name" maxLength={keyNameGraphemes} autocomplete="off" />
        <button type="submit">{messages.createKey[locale]}</button>
      </form>
    </Card>
  );
}

function KeyRow(props: {
  readonly request: PageRequest;
  readonly apiKey: ListedKey;
  /** The change that the row asks to confirm. */
  readonly change: 'revoke' | 'rename' | undefined;
}) {
  const { request, apiKey: key, change } = props;
  const { locale, pathTo } = request;
  const name = key.name === '' ? messages.unnamed[locale] : key.name;
  return (
    <li id={key.id}>
      <div class="row-head">
        <strong dir="auto">{name}</strong>
        <code>{key.hint}</code>
      </div>
      {change === undefined && <KeyActions request={request} id={key.id} name={name} />}
      <dl>
        <div>
          <dt>{messages.created[locale]}</dt>
          <dd>
            <Timestamp iso={key.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{messages.lastUsed[locale]}</dt>
          <dd>{key.lastUsedAt === null ? messages.never[locale] : <Timestamp iso={key.lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>{messages.requestsToday[locale]}</dt>
          <dd>{key.usage.day}</dd>
        </div>
      </dl>
      {change === 'rename' && <Rename request={request} apiKey={key} />}
      {change === 'revoke' && (
        <form class="confirm" method="post" action={pathTo(`/dashboard/keys/${key.id}/revoke`)}>
          <p>{messages.revokeQuestion[locale]}</p>
          <button class="danger" type="submit">
            {messages.revokeConfirm[locale]}
          </button>
          <Cancel request={request} />
        </form>
      )}
    </li>
  );
}

/** Links to the same page with a form for the change. */
function KeyActions({
  request: { locale, pathTo },
  id,
  name,
}: {
  request: PageRequest;
  id: string;
  name: string;
}) {
  return (
    <div class="actions">
      {(['rename', 'revoke'] as const).map((change) => (
        <a
          class="button quiet"
          href={`${pathTo('/dashboard')}?${change}=${id}#${id}`}
          aria-label={`${messages[change][locale]}: ${name}`}
        >
          {messages[change][locale]}
        </a>
      ))}
    </div>
  );
}

function Rename({ request, apiKey: { id, name } }: { request: PageRequest; apiKey: ListedKey }) {
  const { locale, pathTo } = request;
  return (
    <form class="inline" method="post" action={pathTo(`/dashboard/keys/${id}/rename`)}>
      <Field
        label={messages.name[locale]}
        name="name"
        value={name}
        maxLength={keyNameGraphemes}
        autocomplete="off"
      />
      <button type="submit">{messages.save[locale]}</button>
      <Cancel request={request} />
    </form>
  );
}

function Cancel({ request: { locale, pathTo } }: { request: PageRequest }) {
  return (
    <a class="button quiet" href={pathTo('/dashboard')}>
      {messages.cancel[locale]}
    </a>
  );
}
