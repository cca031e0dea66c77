import { paths } from '../model/addresses.ts';
import { messages } from './messages.ts';
import type { PageRequest } from './page-request.ts';
import { Copyable } from './parts.tsx';
import { quickStarts } from './quick-start.ts';

/** The quick start, and a viewer of the API description in which requests can be tried. */
export function DocsPage({
  request: { locale, pathTo },
  baseUrl,
}: {
  request: PageRequest;
  baseUrl: string;
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
      <div id="reference" lang="en" data-document={pathTo(paths.openApi)} data-base={pathTo('')}>
        <noscript>
          <p lang={locale}>{messages.viewerNeedsScript[locale]}</p>
        </noscript>
      </div>
    </>
  );
}
