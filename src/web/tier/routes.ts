import type Router from '@koa/router';
import { h } from 'preact';
import { type RenderPorts, render } from '../../api/endpoints/rendering/render.ts';
import type { RequestState } from '../../api/http/context.ts';
import { noStore } from '../../api/middleware/no-store.ts';
import { type PageCallerPorts, pageCaller } from '../../api/middleware/page-caller.ts';
import { rateLimitFields } from '../../api/middleware/rate-limit-fields.ts';
import { sameOrigin } from '../../api/middleware/same-origin.ts';
import { boardPath } from '../../model/addresses.ts';
import { Failure } from '../../model/failure.ts';
import { limits } from '../../model/limits.ts';
import type { PlanName, Quota } from '../../model/plan.ts';
import type { Allowance } from '../../model/quota.ts';
import { aspectRatios, canvases, defaults, type Locale } from '../../model/vocabulary.ts';
import type { Caller } from '../../render/ports.ts';
import { blankTracks } from '../../templates/blank-tracks.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { hasDrawing } from '../../templates/has-art.ts';
import { linkPreviewPath } from '../../templates/previews/address.ts';
import type { ThemeSet } from '../../themes/theme-set.ts';
import type { Site, WebContext } from '../context.ts';
import { sendDocument } from '../document.tsx';
import { languageNames } from '../language.ts';
import { type PageRequest, pageOf, parsePageRequest } from '../page-request.ts';
import { NoticeBox } from '../parts.tsx';
import { type ArtDrawings, artPath, sendArt } from './art.ts';
import type { BoardData, BoardTemplate } from './board-data.ts';
import { BoardPage } from './board-page.tsx';
import { type EmojiDrawings, emojiPath, sendEmoji } from './emoji.ts';
import {
  boardImagePath,
  type LinkedBoard,
  type LinkedBoardPorts,
  linkedBoardReader,
  readableBoard,
} from './linked-board.ts';
import { boardMessages, boardMessagesIn } from './messages.ts';
import { nameFailure } from './name-failure.ts';
import { sendOembed } from './oembed.ts';
import { sendOpenedBoard } from './open-board.ts';
import { type PreviewPorts, sendPreview, sendPreviewPhoto } from './preview.ts';
import { linkMessages } from './share-messages.ts';
import { type SharedImagePorts, sendSharedImage } from './shared-image.ts';
import { EmbedLinks, SharedFigure, SharedHead, sharedDescription } from './shared-page.tsx';

export interface BoardPorts
  extends RenderPorts,
    PreviewPorts,
    PageCallerPorts,
    LinkedBoardPorts,
    SharedImagePorts {
  readonly templates: { readonly set: TemplateSet };
  readonly themeSet: ThemeSet;
  readonly emoji: EmojiDrawings;
  readonly art: ArtDrawings;
  readonly quotaOf: (plan: PlanName) => Quota;
  /** Returns the state of a caller's quota. */
  readonly quotaStatus: (caller: Caller) => Promise<readonly Allowance[]>;
}

/** Adds the ranking board of each template, the board for own items, and the render endpoint of both. */
export function mountBoards(router: Router<RequestState>, ports: BoardPorts, site: Site): void {
  // Before the pages of templates, whose pattern matches it too.
  router.get('/tier/photo', nameFailure, pageCaller(ports), sendPreviewPhoto(ports));
  const readLinked = linkedBoardReader(ports);
  router.get('/tier/:id', async (ctx) => {
    const request = await parsePageRequest(ctx, site, ports);
    const linked = readableBoard(readLinked, ctx.query['b']);
    const id = ctx.params['id'] ?? '';
    if (linked !== undefined && linked.templateId !== id) {
      ctx.redirect(request.pathTo(boardPath(linked)));
      return;
    }
    const place = placeOf(id, request.locale, ports);
    if (linked === undefined) sendBlankBoard(ctx, request, place, ports);
    else sendSharedBoard(ctx, request, linked, place, ports);
  });
  router.get('/tier/:id/board.png', async (ctx) => {
    const linked = readLinked(ctx.query['b']);
    if (linked.templateId === ctx.params['id']) await sendSharedImage(ctx, linked, ports);
    else ctx.redirect(pageOf(ctx, site).pathTo(boardImagePath(linked)));
  });
  router.get('/oembed', (ctx) => sendOembed(ctx, ports, readLinked));
  router.get('/tier/:id/art/:file', (ctx) => {
    const template = find(ctx.params['id'] ?? '', ports);
    const theme = ports.themeSet.all.find(({ name }) => name === ctx.query['theme']);
    return sendArt(ctx, ports.art, { template, file: ctx.params['file'] ?? '', theme });
  });
  router.get('/emoji/:file', (ctx) => sendEmoji(ctx, ports.emoji, ctx.params['file'] ?? ''));
  const fromPages = [noStore, nameFailure, sameOrigin(ports.baseUrl), pageCaller(ports)] as const;
  router.post('/tier/render', ...fromPages, rateLimitFields(ports.quotaStatus), render.serve(ports));
  router.post('/tier/preview', ...fromPages, sendPreview(ports));
  const templateOf = (id: string) => placeOf(id, defaults.locale, ports).template;
  router.post('/tier/open', ...fromPages, sendOpenedBoard(ports, templateOf));
}

/** Whether a plan allows more images a day than another. */
function isMore(plan: Quota, other: Quota): boolean {
  return other.day !== null && (plan.day === null || plan.day > other.day);
}

const files = { styles: ['board.css'], scripts: ['board.js'] };

function find(id: string, { templates }: BoardPorts): CatalogTemplate {
  const template = findTemplate(id, templates);
  if (template === undefined) throw new Failure('notFound', 'There is no such template');
  return template;
}

/** Where people rank: a template, or their own items. */
interface Place {
  readonly title: string;
  readonly description: string;
  readonly template: BoardTemplate;
  /** The template whose cover stands for it in previews of links. */
  readonly cover: CatalogTemplate | undefined;
}

/** @throws Failure notFound */
function placeOf(id: string, locale: Locale, ports: BoardPorts): Place {
  if (id === 'custom') {
    const [cover] = ports.templates.set.recommended;
    const { customTitle, customLead } = boardMessages;
    return { title: customTitle[locale], description: customLead[locale], template: customTemplate, cover };
  }
  const cover = find(id, ports);
  const { title, description } = cover;
  const template = boardTemplate(cover, ports.emoji);
  return { title: title[locale], description: description[locale], template, cover };
}

function sendBlankBoard(ctx: WebContext, request: PageRequest, place: Place, ports: BoardPorts): void {
  const { title, description, template, cover } = place;
  const baseUrl = ports.baseUrl();
  const isUnreadable = ctx.query['b'] !== undefined;
  const notice = isUnreadable && { kind: 'bad' as const, text: linkMessages.unreadableLink[request.locale] };
  const data = boardData(template, request, ports);
  const body = h(BoardPage, { request, title, description, data }, notice && h(NoticeBox, { notice }));
  sendDocument(ctx, request, {
    title,
    description,
    ...(cover && { image: `${baseUrl}${linkPreviewPath(cover, request.locale)}` }),
    head: h(EmbedLinks, { pageUrl: `${baseUrl}/tier/${template.id}`, baseUrl }),
    isUnlisted: isUnreadable,
    ...files,
    body,
  });
}

function sendSharedBoard(
  ctx: WebContext,
  request: PageRequest,
  linked: LinkedBoard,
  { template }: Place,
  ports: BoardPorts,
): void {
  const { locale, pathTo } = request;
  const title = linked.board.title === '' ? linkMessages.sharedTitle[locale] : linked.board.title;
  const data = { ...boardData(template, request, ports), shared: linked.request };
  const figure = h(SharedFigure, { linked, root: pathTo(''), lead: linkMessages.sharedLead[locale] });
  sendDocument(ctx, request, {
    title,
    description: sharedDescription(linked),
    head: h(SharedHead, { linked, baseUrl: ports.baseUrl() }),
    isUnlisted: true,
    ...files,
    body: h(BoardPage, { request, title, data }, figure),
  });
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
    items: items.map((item, position) => {
      const { label, emoji } = item;
      const drawing = emoji === undefined ? undefined : drawings.nameOf(emoji);
      return {
        label,
        emoji,
        drawing: drawing && emojiPath(drawing),
        art: hasDrawing(item) ? artPath(template, position) : undefined,
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
    addresses: {
      root: pathTo(''),
      render: pathTo('/tier/render'),
      preview: pathTo('/tier/preview'),
      open: pathTo('/tier/open'),
      login: pathTo('/dashboard'),
      api: `${ports.baseUrl()}/api/v1/render`,
    },
    messages: boardMessagesIn(locale),
    login: { isLoggedIn: email !== undefined, givesMore: isMore(ports.quotaOf('free'), ports.visitorQuota) },
  };
}
