import type Router from '@koa/router';
import { h } from 'preact';
import { type RenderPorts, render } from '../../api/endpoints/rendering/render.ts';
import type { RequestState } from '../../api/http/context.ts';
import { noStore } from '../../api/middleware/no-store.ts';
import { rateLimitFields } from '../../api/middleware/rate-limit-fields.ts';
import { sameOrigin } from '../../api/middleware/same-origin.ts';
import { Failure } from '../../model/failure.ts';
import { limits } from '../../model/limits.ts';
import type { Allowance } from '../../model/quota.ts';
import { aspectRatios, canvases, defaults } from '../../model/vocabulary.ts';
import type { Caller } from '../../render/ports.ts';
import { blankTracks } from '../../templates/blank-tracks.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { linkPreviewPath } from '../../templates/previews/address.ts';
import type { ThemeSet } from '../../themes/theme-set.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { languageNames } from '../language.ts';
import { type PageRequest, parsePageRequest } from '../page-request.ts';
import { type ArtDrawings, artPath, sendArt } from './art.ts';
import type { BoardData, BoardTemplate } from './board-data.ts';
import { BoardPage } from './board-page.tsx';
import { type EmojiDrawings, emojiPath, sendEmoji } from './emoji.ts';
import { boardMessages, boardMessagesIn } from './messages.ts';
import { nameFailure } from './name-failure.ts';
import { type PageCallerPorts, pageCaller } from './page-caller.ts';

export interface BoardPorts extends RenderPorts, PageCallerPorts {
  readonly templates: { readonly set: TemplateSet };
  readonly themeSet: ThemeSet;
  readonly emoji: EmojiDrawings;
  readonly art: ArtDrawings;
  /** Returns the state of a caller's quota. */
  readonly quotaStatus: (caller: Caller) => Promise<readonly Allowance[]>;
}

/** Adds the ranking board of each template, the board for own items, and the render endpoint of both. */
export function mountBoards(router: Router<RequestState>, ports: BoardPorts, site: Site): void {
  router.get('/tier/custom', async (ctx: WebContext) => {
    const request = await parsePageRequest(ctx, site, ports);
    const title = boardMessages.customTitle[request.locale];
    const description = boardMessages.customLead[request.locale];
    const data = boardData(customTemplate, request, ports);
    const body = h(BoardPage, { request, title, description, data });
    const [first] = ports.templates.set.recommended;
    const image = first && { image: linkPreview(first, request, ports) };
    sendDocument(ctx, request, { title, description, ...image, ...files, body });
  });
  router.get('/tier/:id', async (ctx) => {
    const template = find(ctx.params['id'] ?? '', ports);
    const request = await parsePageRequest(ctx, site, ports);
    const title = template.title[request.locale];
    const description = template.description[request.locale];
    const data = boardData(boardTemplate(template, ports.emoji), request, ports);
    const body = h(BoardPage, { request, title, description, data });
    const image = linkPreview(template, request, ports);
    sendDocument(ctx, request, { title, description, image, ...files, body });
  });
  router.get('/tier/:id/art/:file', (ctx) => {
    const template = find(ctx.params['id'] ?? '', ports);
    const theme = ports.themeSet.all.find(({ name }) => name === ctx.query['theme']);
    return sendArt(ctx, ports.art, { template, file: ctx.params['file'] ?? '', theme });
  });
  router.get('/emoji/:file', (ctx) => sendEmoji(ctx, ports.emoji, ctx.params['file'] ?? ''));
  router.post(
    '/tier/render',
    noStore,
    nameFailure,
    sameOrigin(ports.baseUrl),
    pageCaller(ports),
    rateLimitFields(ports.quotaStatus),
    render.serve(ports),
  );
}

const files = { styles: ['board.css'], scripts: ['board.js'] };

function find(id: string, { templates }: BoardPorts): CatalogTemplate {
  const template = findTemplate(id, templates);
  if (template === undefined) throw new Failure('notFound', 'There is no such template');
  return template;
}

function linkPreview(template: CatalogTemplate, { locale }: PageRequest, { baseUrl }: BoardPorts): string {
  return `${baseUrl()}${linkPreviewPath(template, locale)}`;
}

const customTemplate: BoardTemplate = {
  id: 'custom',
  title: { en: '', zh: '', ru: '' },
  tracks: blankTracks.map((letter) => ({
    title: { en: letter, zh: letter, ru: letter },
  })),
  items: [],
};

function boardTemplate(template: CatalogTemplate, drawings: EmojiDrawings): BoardTemplate {
  const { id, title, tracks, items } = template;
  return {
    id,
    title,
    tracks,
    items: items.map(({ label, emoji, art }, position) => {
      const drawing = emoji === undefined ? undefined : drawings.nameOf(emoji);
      return {
        label,
        emoji,
        drawing: drawing && emojiPath(drawing),
        art: art && artPath(template, position),
      };
    }),
  };
}

function boardData(
  template: BoardTemplate,
  { locale, pathTo, email }: PageRequest,
  ports: BoardPorts,
): BoardData {
  return {
    template,
    locale,
    languages: languageNames,
    themes: ports.themeSet.all.map(({ name, colors, palette }) => ({ name, colors, palette })),
    ratios: aspectRatios.map((value) => ({ value, ...canvases[value] })),
    defaults: { theme: defaults.theme, aspectRatio: defaults.aspectRatio },
    limits: {
      tiers: limits.tiers,
      poolItems: limits.poolItems,
      titleLength: limits.titleGraphemes,
      tierTitleLength: limits.tierTitleGraphemes,
      labelLength: limits.labelGraphemes,
    },
    addresses: { root: pathTo(''), render: pathTo('/tier/render'), api: `${ports.baseUrl()}/api/v1/render` },
    messages: boardMessagesIn(locale),
    isLoggedIn: email !== undefined,
  };
}
