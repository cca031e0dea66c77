import { type BoardRequest, curlOf } from './request.ts';
import type { Say } from './say.ts';

/** What is on the board as the API takes it. */
export function RequestCard(props: {
  readonly request: BoardRequest;
  readonly api: string;
  readonly tell: (text: string) => void;
  readonly say: Say;
}) {
  const { request, api, tell, say } = props;
  const json = JSON.stringify(request, null, 2);
  return (
    <details class="card as-request">
      <summary>{say('asRequest')}</summary>
      <p>{say('asRequestHint')}</p>
      <h3>JSON</h3>
      <Code text={json} name="JSON" tell={tell} say={say} />
      <h3>curl</h3>
      <Code text={curlOf(request, api)} name="curl" tell={tell} say={say} />
    </details>
  );
}

function Code(props: {
  readonly text: string;
  readonly name: string;
  readonly tell: (text: string) => void;
  readonly say: Say;
}) {
  const { text, name, tell, say } = props;
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
          aria-label={`${say('copy')}: ${name}`}
          onClick={async () => {
            await navigator.clipboard.writeText(text);
            tell(say('copied'));
          }}
        >
          {say('copy')}
        </button>
      )}
    </div>
  );
}
