import { Failure } from '../../model/failure.ts';
import { defaults, type Locale } from '../../model/vocabulary.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { previewVersion } from '../../templates/previews/address.ts';
import type { ApiContext } from '../http/context.ts';
import { etagMatches } from '../http/etag.ts';
import { RequestDeadline } from '../http/request-deadline.ts';
import { parseQuery } from '../wire/parse-body.ts';
import { previewQuerySchema } from '../wire/templates.ts';

/** A picture that is there, or is drawn when its bytes are asked for. */
export interface Preview {
  readonly etag: string;
  /**
   * @param caller callers take turns
   * @throws Failure noCapacity, or the reason of the signal
   */
  bytes(caller: string, deadline: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Small pictures of templates, WebP but for one. */
export interface TemplatePreviews {
  cover(template: CatalogTemplate, locale: Locale): Preview;
  /** A larger cover, in PNG: not all who show links know WebP. */
  linkPreview(template: CatalogTemplate, locale: Locale): Preview;
  /** Undefined where the template has no such item. */
  item(template: CatalogTemplate, position: number, locale: Locale): Preview | undefined;
}

export interface PreviewPorts {
  readonly templates: { readonly set: TemplateSet };
  readonly templatePreviews: TemplatePreviews;
  /** The caller's address; only proxies that are trusted are believed. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** After so many milliseconds a request is refused instead. */
  readonly renderWithinMs: number;
}

/** In seconds: a version in the address stands for this picture for ever; without it, the picture may change. */
const keptFor = { version: 31_536_000, latest: 300 };

/** `GET|HEAD /templates/<id>/cover.webp` */
export function getCover(ports: PreviewPorts) {
  return (ctx: ApiContext, id: string): Promise<void> =>
    answer(ctx, ports, id, (template, locale) => ports.templatePreviews.cover(template, locale));
}

/** `GET|HEAD /templates/<id>/cover.png` */
export function getLinkPreview(ports: PreviewPorts) {
  return (ctx: ApiContext, id: string): Promise<void> =>
    answer(
      ctx,
      ports,
      id,
      (template, locale) => ports.templatePreviews.linkPreview(template, locale),
      'image/png',
    );
}

/** `GET|HEAD /templates/<id>/items/<position>.webp` */
export function getItemPreview(ports: PreviewPorts) {
  return (ctx: ApiContext, id: string, file: string): Promise<void> =>
    answer(ctx, ports, id, (template, locale) => {
      const [, position] = /^(0|[1-9]\d{0,3})\.webp$/.exec(file) ?? [];
      return position === undefined
        ? undefined
        : ports.templatePreviews.item(template, Number(position), locale);
    });
}

async function answer(
  ctx: ApiContext,
  { templates, addressOf, renderWithinMs }: PreviewPorts,
  id: string,
  find: (template: CatalogTemplate, locale: Locale) => Preview | undefined,
  type = 'image/webp',
): Promise<void> {
  const { v: version, locale = defaults.locale } = parseQuery(previewQuerySchema, ctx.query);
  const template = findTemplate(id, templates);
  const preview = template && find(template, locale);
  if (!preview) throw new Failure('notFound', 'There is no such picture');
  const deadline = new RequestDeadline(ctx, renderWithinMs);
  const notModified = etagMatches(ctx.get('If-None-Match'), preview.etag);
  const bytes = notModified
    ? undefined
    : await preview.bytes(addressOf(ctx.req), deadline).finally(() => deadline.end());
  ctx.status = bytes ? 200 : 304;
  ctx.set('ETag', preview.etag);
  ctx.set(
    'Cache-Control',
    version === previewVersion(template)
      ? `public, max-age=${keptFor.version}, immutable`
      : `public, max-age=${keptFor.latest}`,
  );
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (!bytes) return;
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
}
