import type Router from '@koa/router';
import { h } from 'preact';
import type { RequestState } from '../../api/http/context.ts';
import type { SessionPorts } from '../../api/middleware/session.ts';
import type { TemplatePorts } from '../../api/routes/templates.ts';
import { categories, categoryOf } from '../../templates/categories.ts';
import { listModes } from '../../templates/live.ts';
import { linkPreviewPath } from '../../templates/previews/address.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { visitOf } from '../visit.ts';
import { GalleryPage, type GalleryQuery, longestQuestion } from './gallery-page.tsx';
import { galleryWords } from './messages.ts';

export interface GalleryPorts extends SessionPorts, Pick<TemplatePorts, 'templates' | 'templateRenders'> {}

const perPage = 24;

/** `/`: the templates. An address that asks for nonsense shows what it can. */
export function mountGallery(router: Router<RequestState>, ports: GalleryPorts, site: Site): void {
  router.get('/', async (ctx: WebContext) => {
    const visit = await visitOf(ctx, site, ports);
    const asked = parseGalleryQuery(ctx);
    const question = {
      mode: asked.mode,
      words: asked.q,
      categoryId: asked.category?.id,
      locale: visit.locale,
    };
    const found = await ports.templates.list(question, ports.templateRenders);
    const pages = Math.max(1, Math.ceil(found.length / perPage));
    const wish = { ...asked, page: Math.min(asked.page, pages) };
    const used = new Set(ports.templates.set.all.map(({ category }) => category));
    const view = {
      wish,
      templates: found.slice((wish.page - 1) * perPage, wish.page * perPage),
      total: found.length,
      pages,
      categories: categories.filter(({ slug }) => used.has(slug)),
    };
    const [first] = ports.templates.set.recommended;
    sendDocument(ctx, visit, {
      title: wish.category?.name[visit.locale] ?? galleryWords.title[visit.locale],
      description: galleryWords.description[visit.locale],
      ...(first && { image: `${site.baseUrl()}${linkPreviewPath(first, visit.locale)}` }),
      styles: ['gallery.css'],
      scripts: ['gallery.js'],
      body: h(GalleryPage, { visit, view }),
    });
  });
}

function parseGalleryQuery({ query }: WebContext): GalleryQuery {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  const page = Number(text('page'));
  return {
    q: text('q').slice(0, longestQuestion).trim(),
    category: categoryOf(text('category')),
    mode: listModes.find((mode) => mode === text('mode')) ?? 'recommended',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
