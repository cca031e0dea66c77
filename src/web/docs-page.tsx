import { paths } from '../model/addresses.ts';
import type { Visit } from './context.ts';
import { Copyable } from './dashboard/dashboard-page.tsx';
import { quickStarts } from './quick-start.ts';
import { words } from './words.ts';

/** The quick start, and the API's description with a viewer in which requests can be tried. */
export function DocsPage({ visit: { locale, at }, baseUrl }: { visit: Visit; baseUrl: string }) {
  return (
    <>
      <h1>{words.apiReference[locale]}</h1>
      <section class="card" aria-labelledby="quick-start">
        <h2 id="quick-start">{words.quickStart[locale]}</h2>
        <p>{words.quickStartIntro[locale]}</p>
        {quickStarts(baseUrl).map(({ name, code }) => (
          <>
            <h3>{name}</h3>
            <Copyable text={code} locale={locale} />
          </>
        ))}
      </section>
      <p>
        {words.apiIntro[locale]} <a href={at(paths.openApi)}>openapi.json</a>
      </p>
      <div id="reference" lang="en" data-document={at(paths.openApi)} />
    </>
  );
}
