import { type BoardRequest, curlOf } from './request.ts';
import type { Translate } from './translate.ts';

/** The API request for the board's image. */
export function RequestCard(props: {
  readonly request: BoardRequest;
  readonly api: string;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { request, api, announce, t } = props;
  const json = JSON.stringify(request, null, 2);
  return (
    <details class="card as-request">
      <summary>{t('apiRequest')}</summary>
      <p>{t('apiRequestHint')}</p>
      <h3>JSON</h3>
      <Code text={json} name="JSON" announce={announce} t={t} />
      <h3>curl</h3>
      <Code text={curlOf(request, api)} name="curl" announce={announce} t={t} />
    </details>
  );
}

function Code(props: {
  readonly text: string;
  readonly name: string;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { text, name, announce, t } = props;
  return (
    <div class="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {'clipboard' in navigator && (
        <button
          type="button"
          class="quiet"
          aria-label={`${t('copy')}: ${name}`}
          onClick={async () => {
            await navigator.clipboard.writeText(text);
            announce(t('copied'));
          }}
        >
          {t('copy')}
        </button>
      )}
    </div>
  );
}
