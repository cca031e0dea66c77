import { paths } from '../../model/addresses.ts';
import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
import { Copyable } from '../parts.tsx';
import { quickStarts } from './quick-start.ts';

/**
 * The quick start, and the API reference, in which requests can be tried.
 *
 * @param reference the HTML of the reference, rendered by Preact, which is the same for all readers
 */
export function DocsPage({
  request: { locale, pathTo },
  baseUrl,
  reference,
}: {
  request: PageRequest;
  baseUrl: string;
  reference: string;
}) {
  return (
    <>
      <h1>{messages.apiReference[locale]}</h1>
      <section class="card" aria-labelledby="quick-start">
        <h2 id="quick-start">{messages.quickStart[locale]}</h2>
        <p>{messages.quickStartIntro[locale]}</p>
        {quickStarts(baseUrl).map(({ name, code }, index) => (
          <details name="quick-start" open={index === 0}>
            <summary>{name}</summary>
            <Copyable text={code} locale={locale} />
          </details>
        ))}
      </section>
      <p>
        {messages.apiIntro[locale]} <a href={pathTo(paths.openApi)}>openapi.json</a>
      </p>
      <div id="reference" lang="en" data-base={pathTo('')} dangerouslySetInnerHTML={{ __html: reference }} />
    </>
  );
}
