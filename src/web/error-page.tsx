import { h } from 'preact';
import { errorResponse } from '../api/http/error-response.ts';
import { Failure } from '../model/failure.ts';
import type { CatalogTemplate } from '../templates/catalog.ts';
import type { Site, WebContext } from './context.ts';
import { sendDocument } from './document.tsx';
import { codesWithDetail, failureMessages } from './failure-messages.ts';
import { TemplateList } from './gallery/gallery-page.tsx';
import type { GalleryPorts } from './gallery/routes.ts';
import { messages } from './messages.ts';
import { type PageRequest, parsePageRequest } from './page-request.ts';

/** Templates on the page of an address that does not exist. */
const maxTemplates = 6;

/** Returns the function that answers a browser's failed request with a page in its language. */
export function errorPage(ports: GalleryPorts, site: Site) {
  return async (ctx: WebContext, error: unknown): Promise<void> => {
    const request = await parsePageRequest(ctx, site, ports);
    const { locale } = request;
    const code = error instanceof Failure ? error.code : 'internal';
    const isMissing = code === 'notFound' || code === 'gone';
    const title = (isMissing ? messages.nothingHere : failureMessages[code])[locale];
    const templates = isMissing ? await nearest(ctx.path, request, ports) : [];
    const detail = codesWithDetail.has(code) ? errorResponse(error).body.message : undefined;
    const body = h(ErrorPage, { request, title, detail, templates });
    sendDocument(ctx, request, { title, styles: ['gallery.css'], isPrivate: true, body });
  };
}

/** Returns the templates that the last part of a path finds, or else the recommended ones. */
async function nearest(
  path: string,
  { locale }: PageRequest,
  { templates, templateRenders }: GalleryPorts,
): Promise<readonly CatalogTemplate[]> {
  const words = wordsOf(path);
  const found = words === '' ? [] : await templates.list({ words, locale }, templateRenders);
  return (found.length > 0 ? found : templates.set.recommended).slice(0, maxTemplates);
}

/** Returns the words in the last part of a path, without an extension. */
function wordsOf(path: string): string {
  const [last = ''] = /[^/]*$/.exec(path) ?? [];
  try {
    return decodeURIComponent(last.replace(/\.\w+$/, ''))
      .replace(/[^\p{L}\p{M}]+/gu, ' ')
      .trim()
      .slice(0, 100);
  } catch {
    return '';
  }
}

function ErrorPage(props: {
  readonly request: PageRequest;
  readonly title: string;
  readonly detail: string | undefined;
  readonly templates: readonly CatalogTemplate[];
}) {
  const { request, title, detail, templates } = props;
  const { locale, pathTo } = request;
  return (
    <>
      <h1>{title}</h1>
      {detail !== undefined && (
        <p class="lead" lang="en">
          {detail}
        </p>
      )}
      {templates.length > 0 && <p class="lead">{messages.perhapsOneOfThese[locale]}</p>}
      <TemplateList request={request} templates={templates} />
      <p class="actions">
        <a class="button" href={pathTo('/')}>
          {messages.allTemplates[locale]}
        </a>
      </p>
    </>
  );
}
