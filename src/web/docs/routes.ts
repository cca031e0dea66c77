import type Router from '@koa/router';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import type { RequestState } from '../../api/http/context.ts';
import type { SessionPorts } from '../../api/middleware/session.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { messages } from '../messages.ts';
import { parsePageRequest } from '../page-request.ts';
import { DocsPage } from './docs-page.tsx';
import { Reference } from './reference.tsx';

export interface DocsPorts extends SessionPorts {
  readonly themes: readonly ThemeName[];
  readonly baseUrl: () => string;
}

/** Adds the API reference, which is rendered once, for the first reader. */
export function mountDocs(router: Router<RequestState>, ports: DocsPorts, site: Site): void {
  let reference: string | undefined;
  router.get('/docs', async (ctx: WebContext) => {
    const request = await parsePageRequest(ctx, site, ports);
    reference ??= render(h(Reference, { document: openApiDocument(ports.themes) }));
    sendDocument(ctx, request, {
      title: messages.apiReference[request.locale],
      description: messages.apiIntro[request.locale],
      styles: ['docs.css'],
      scripts: ['copy.js', 'docs.js'],
      body: h(DocsPage, { request, baseUrl: ports.baseUrl(), reference }),
    });
  });
}
