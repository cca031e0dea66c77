import type { Visit } from '../context.ts';
import type { BoardData } from './board-data.ts';
import { boardWords } from './messages.ts';

/** The ranking board. Its script draws it from the data; without one there is what can be said without. */
export function BoardPage(props: {
  readonly visit: Visit;
  readonly title: string;
  readonly description: string;
  readonly data: BoardData;
}) {
  const { visit, title, description, data } = props;
  const { locale, at } = visit;
  const { template } = data;
  return (
    <>
      <h1 dir="auto">{title}</h1>
      <p class="lead">{description}</p>
      <div id="board" data-board={JSON.stringify(data)}>
        <noscript>
          <p class="notice">
            {boardWords.needsScript[locale]} <a href={at('/docs')}>API</a>
          </p>
          <ul>
            {template.items.map((item) => (
              <li>{[item.emoji, item.label[locale]].filter(Boolean).join(' ')}</li>
            ))}
          </ul>
        </noscript>
      </div>
    </>
  );
}
