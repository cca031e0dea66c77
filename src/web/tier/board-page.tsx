import type { ComponentChildren } from 'preact';
import type { PageRequest } from '../page-request.ts';
import type { BoardData } from './board-data.ts';
import { boardMessages } from './messages.ts';

/** The ranking board, which a script draws. Without scripts the page lists the template's items. */
export function BoardPage(props: {
  readonly request: PageRequest;
  readonly title: string;
  readonly description?: string;
  readonly data: BoardData;
  /** What stands above the board. */
  readonly children?: ComponentChildren;
}) {
  const { request, title, description, data, children } = props;
  const { locale, pathTo } = request;
  const { template } = data;
  return (
    <>
      <h1 dir="auto">{title}</h1>
      {description && <p class="lead">{description}</p>}
      {children}
      <div id="board" data-board={JSON.stringify(data)}>
        <noscript>
          <p class="notice">
            {boardMessages.needsScript[locale]} <a href={pathTo('/docs')}>API</a>
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
