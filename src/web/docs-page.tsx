import { paths } from '../model/addresses.ts';
import type { Visit } from './context.ts';
import { words } from './messages.ts';
import { Copyable } from './parts.tsx';
import { quickStarts } from './quick-start.ts';

/** The quick start, and the API's description with a viewer in which requests can be tried. */
export function DocsPage({ visit: { locale, at }, baseUrl }: { visit: Visit; baseUrl: string }) {
  return (
    <>
      <h1>{words.apiReference[locale]}</h1>
      <section class="card" aria-labelledby="quick-start">
        <h2 id="quick-start">{words.quickStart[locale]}</h2>
        <p>{words.quickStartIntro[locale]}</p>
        {quickStarts(baseUrl).map(({ name, code }, index) => (
          <details name="quick-start" open={index === 0}>
            <summary>{name}</summary>
            <Copyable text={code} locale={locale} />
          </details>
        ))}
      </section>
      <p>
        {words.apiIntro[locale]} <a href={at(paths.openApi)}>openapi.json</a>
      </p>
      <div id="reference" lang="en" data-document={at(paths.openApi)} data-base={at('')}>
        <noscript>
          <p lang={locale}>{words.viewerNeedsScript[locale]}</p>
        </noscript>
      </div>
    </>
  );
}
