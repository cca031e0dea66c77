import { answerJson } from '../../api/http/json-answer.ts';
import { Failure, invalid } from '../../model/failure.ts';
import { defaults, type Size } from '../../model/vocabulary.ts';
import { findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { linkPreviewPath, linkSize } from '../../templates/previews/address.ts';
import type { WebContext } from '../context.ts';
import { boardImagePath, type ReadLinkedBoard, readableBoard } from './linked-board.ts';
import { boardMessages } from './messages.ts';
import { linkMessages } from './share-messages.ts';
import { sharedImageSize } from './shared-page.tsx';

interface OembedPorts {
  readonly templates: { readonly set: TemplateSet };
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** The image of a page. */
interface Photo extends Size {
  readonly title: string;
  /** Below the base URL. */
  readonly path: string;
}

const cacheSeconds = 3600;

/**
 * Answers `GET /oembed?url=…` (https://oembed.com) for pages of boards: the image, as a photo. Nothing is fetched: the address
 * only names the board.
 *
 * @throws Failure notFound for any other address, notImplemented for a format that there is not, invalidRequest
 */
export function sendOembed(ctx: WebContext, ports: OembedPorts, read: ReadLinkedBoard): void {
  const { url, format = 'json', maxwidth, maxheight } = ctx.query;
  if (format !== 'json' && format !== 'xml')
    throw new Failure('notImplemented', 'format: must be "json" or "xml"');
  if (typeof url !== 'string') throw invalid('url', 'is required, once');
  const max = { width: lengthOf('maxwidth', maxwidth), height: lengthOf('maxheight', maxheight) };
  const photo = photoOf(url, ports, read);
  if (photo === undefined) throw new Failure('notFound', 'There is no page of a board at this address');
  const body = {
    version: '1.0',
    type: 'photo',
    title: photo.title,
    provider_name: 'tierpress',
    provider_url: `${ports.baseUrl()}/`,
    cache_age: cacheSeconds,
    url: `${ports.baseUrl()}${photo.path}`,
    ...fitted(photo, max),
  };
  ctx.status = 200;
  ctx.set('Cache-Control', `public, max-age=${cacheSeconds}`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (format === 'json') {
    answerJson(ctx, body);
    return;
  }
  ctx.type = 'text/xml; charset=utf-8';
  ctx.body = xmlOf(body);
}

/** @throws Failure invalidRequest */
function lengthOf(name: string, value: string | string[] | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw invalid(name, 'must be a whole number of pixels');
}

function photoOf(
  address: string,
  { templates, baseUrl }: OembedPorts,
  read: ReadLinkedBoard,
): Photo | undefined {
  const pages = new URL(`${baseUrl()}/tier/`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin !== pages.origin || !url.pathname.startsWith(pages.pathname)) return undefined;
  const id = url.pathname.slice(pages.pathname.length);
  if (!/^(?:custom|\d+)$/.test(id)) return undefined;
  const b = url.searchParams.get('b');
  if (b !== null) {
    const linked = readableBoard(read, b);
    if (linked === undefined) return undefined;
    const title = linked.board.title || linkMessages.sharedTitle[defaults.locale];
    return { title, path: boardImagePath(linked), ...sharedImageSize(linked) };
  }
  const [first] = templates.set.recommended;
  const template = id === 'custom' ? first : findTemplate(id, { set: templates.set });
  if (template === undefined) return undefined;
  const titles = id === 'custom' ? boardMessages.customTitle : template.title;
  return { title: titles[defaults.locale], path: linkPreviewPath(template, defaults.locale), ...linkSize };
}

/** Returns the size in which the image fits; it has the same shape. */
function fitted({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function xmlOf(fields: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escaped(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${elements.join('')}</oembed>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
