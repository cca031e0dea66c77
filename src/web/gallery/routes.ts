import type Router from '@koa/router';
import { h } from 'preact';
import type { TemplatePorts } from '../../api/endpoints/templates/template-bodies.ts';
import type { RequestState } from '../../api/http/context.ts';
import type { SessionPorts } from '../../api/middleware/session.ts';
import { categories, categoryOf } from '../../templates/categories.ts';
import { type ListMode, type ListQuery, listModes, nearestSubject } from '../../templates/live.ts';
import { linkPreviewPath } from '../../templates/previews/address.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { pageNumber, parsePageRequest } from '../page-request.ts';
import { GalleryPage, type GalleryQuery, type Instead, maxQueryLength } from './gallery-page.tsx';
import { galleryMessages } from './messages.ts';

export interface GalleryPorts extends SessionPorts, Pick<TemplatePorts, 'templates' | 'templateRenders'> {}

const perPage = 24;

/** Adds `/`, the list of templates. Invalid parts of the query count as absent. */
export function mountGallery(router: Router<RequestState>, ports: GalleryPorts, site: Site): void {
  router.get('/', async (ctx: WebContext) => {
    const request = await parsePageRequest(ctx, site, ports);
    const requested = parseGalleryQuery(ctx);
    const filter = {
      mode: requested.mode,
      words: requested.q,
      categoryId: requested.category?.id,
      locale: request.locale,
    };
    const found = await ports.templates.list(filter, ports.templateRenders);
    const pages = Math.max(1, Math.ceil(found.length / perPage));
    const query = { ...requested, page: Math.min(requested.page, pages) };
    const used = new Set(ports.templates.set.all.map(({ category }) => category));
    const view = {
      query,
      templates: found.slice((query.page - 1) * perPage, query.page * perPage),
      total: found.length,
      pages,
      categories: categories.filter(({ slug }) => used.has(slug)),
      modes: modesToOffer(requested.mode, ports),
      instead: found.length > 0 ? { elsewhere: 0 } : await instead(filter, ports),
    };
    const [first] = ports.templates.set.recommended;
    sendDocument(ctx, request, {
      title: query.category?.name[request.locale] ?? galleryMessages.title[request.locale],
      description: galleryMessages.description[request.locale],
      ...(first && { image: `${site.baseUrl()}${linkPreviewPath(first, request.locale)}` }),
      styles: ['gallery.css'],
      scripts: ['gallery.js'],
      body: h(GalleryPage, { request, view }),
    });
  });
}

/** Returns all orders, without the popular templates as long as no template has been drawn lately. */
function modesToOffer(chosen: ListMode, { templates, templateRenders }: GalleryPorts): readonly ListMode[] {
  const hasPopular = chosen === 'hot' || templates.set.all.some(({ id }) => templateRenders(id).recent > 0);
  return listModes.filter((mode) => mode !== 'hot' || hasPopular);
}

/** Returns what to offer for a query that finds nothing. */
async function instead(filter: ListQuery, { templates, templateRenders }: GalleryPorts): Promise<Instead> {
  const { length: elsewhere } = await templates.list({ ...filter, categoryId: undefined }, templateRenders);
  const nearest = elsewhere > 0 ? undefined : nearestSubject(filter.words, templates.set);
  return {
    elsewhere,
    nearest: nearest && { text: nearest.text, category: categoryOf(nearest.template.category) },
  };
}

/** Parses the query of the gallery's address. */
function parseGalleryQuery(ctx: WebContext): GalleryQuery {
  const text = (name: string) => {
    const value = ctx.query[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    q: text('q').slice(0, maxQueryLength).trim(),
    category: categoryOf(text('category')),
    mode: listModes.find((mode) => mode === text('mode')) ?? 'recommended',
    page: pageNumber(ctx),
  };
}
