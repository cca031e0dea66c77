import type { OpenApiDocument } from '../../api/openapi/document.ts';
import type { Entry } from './entry.ts';
import { Operation } from './operation.tsx';
import { Prose, Words } from './prose.tsx';

/**
 * The reference of the API: a list of the operations, which can be filtered, and each operation. `HEAD` and `OPTIONS`, which
 * every path has, are only mentioned.
 */
export function Reference({ document }: { document: OpenApiDocument }) {
  const groups = groupsOf(document);
  const { schemas } = document.components;
  return (
    <div class="reference">
      <nav aria-label="Operations">
        <label class="field">
          <span>Filter</span>
          <input type="search" data-filter placeholder="image, DELETE, /keys" autocomplete="off" />
        </label>
        <p class="quiet" data-count role="status" />
        {groups.map(({ name, entries }) => (
          <div data-group>
            <h3>{name}</h3>
            <ul>
              {entries.map(({ method, path, operation }) => (
                <li data-operation={operation.operationId} data-words={`${method} ${path}`}>
                  <a href={`#${operation.operationId}`}>{operation.summary}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div class="operations">
        <section class="card key" aria-labelledby="key-title" data-key-card hidden>
          <h2 id="key-title">Try it here</h2>
          <label class="field">
            <span>API key</span>
            <input type="password" data-key autocomplete="off" spellcheck={false} />
            <small>
              Stays in this page until you leave it. Requests are real, and count against the quota.
            </small>
          </label>
        </section>
        {groups.map(({ name, description, entries }) => (
          <section aria-labelledby={`group-${name}`} data-group>
            <h2 id={`group-${name}`}>{name}</h2>
            <p class="lead">
              <Words text={description} />
            </p>
            {entries.map((entry) => (
              <Operation entry={entry} components={schemas} />
            ))}
          </section>
        ))}
        <section class="card" aria-labelledby="every-path">
          <h2 id="every-path">On every path</h2>
          <Prose text={`${groupOf(document, 'Methods')}\n\n${document.info.description}`} />
        </section>
      </div>
    </div>
  );
}

function groupsOf(document: OpenApiDocument) {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => {
      return { method: method.toUpperCase(), path, operation };
    }),
  );
  return document.tags
    .filter(({ name }) => name !== 'Methods')
    .map(({ name, description }) => ({
      name,
      description,
      entries: entries.filter(({ operation }) => operation.tags.some((tag) => tag === name)),
    }));
}

function groupOf({ tags }: OpenApiDocument, name: string): string {
  return tags.find((tag) => tag.name === name)?.description ?? '';
}
