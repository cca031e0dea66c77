import { Failure } from '../../model/failure.ts';
import { defaults, type Locale } from '../../model/words.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { pictureVersion } from '../../templates/picture-address.ts';
import type { ApiContext } from '../context.ts';
import { isKnown } from '../known-tag.ts';
import { Patience } from '../patience.ts';
import { parseQuery } from '../wire/parse-body.ts';
import { pictureQuerySchema } from '../wire/templates.ts';

/** A picture that is there, or is drawn when its bytes are asked for. */
export interface TemplatePicture {
  readonly etag: string;
  /**
   * @param caller callers take turns
   * @throws Failure noCapacity, or the reason of the signal
   */
  bytes(caller: string, patience: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Small pictures of templates, WebP but for one. */
export interface TemplatePictures {
  cover(template: CatalogTemplate, locale: Locale): TemplatePicture;
  /** A larger cover, in PNG: not all who show links know WebP. */
  linkPicture(template: CatalogTemplate, locale: Locale): TemplatePicture;
  /** Undefined where the template has no such item. */
  item(template: CatalogTemplate, position: number, locale: Locale): TemplatePicture | undefined;
}

export interface TemplatePicturePorts {
  readonly templates: { readonly set: TemplateSet };
  readonly templatePictures: TemplatePictures;
  /** The caller's address; only proxies that are trusted are believed. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** After so many milliseconds a request is refused instead. */
  readonly renderWithinMs: number;
}

/** In seconds: a version in the address stands for this picture for ever; without it, the picture may change. */
const keptFor = { version: 31_536_000, latest: 300 };

/** `GET|HEAD /templates/<id>/cover.webp` */
export function getCover(ports: TemplatePicturePorts) {
  return (ctx: ApiContext, id: string): Promise<void> =>
    answer(ctx, ports, id, (template, locale) => ports.templatePictures.cover(template, locale));
}

/** `GET|HEAD /templates/<id>/cover.png` */
export function getLinkPicture(ports: TemplatePicturePorts) {
  return (ctx: ApiContext, id: string): Promise<void> =>
    answer(
      ctx,
      ports,
      id,
      (template, locale) => ports.templatePictures.linkPicture(template, locale),
      'image/png',
    );
}

/** `GET|HEAD /templates/<id>/items/<position>.webp` */
export function getItemPicture(ports: TemplatePicturePorts) {
  return (ctx: ApiContext, id: string, file: string): Promise<void> =>
    answer(ctx, ports, id, (template, locale) => {
      const [, position] = /^(0|[1-9]\d{0,3})\.webp$/.exec(file) ?? [];
      return position === undefined
        ? undefined
        : ports.templatePictures.item(template, Number(position), locale);
    });
}

async function answer(
  ctx: ApiContext,
  { templates, addressOf, renderWithinMs }: TemplatePicturePorts,
  id: string,
  find: (template: CatalogTemplate, locale: Locale) => TemplatePicture | undefined,
  type = 'image/webp',
): Promise<void> {
  const { v: version, locale = defaults.locale } = parseQuery(pictureQuerySchema, ctx.query);
  const template = findTemplate(id, templates);
  const picture = template && find(template, locale);
  if (!picture) throw new Failure('notFound', 'There is no such picture');
  const patience = new Patience(ctx, renderWithinMs);
  const isHad = isKnown(ctx.get('If-None-Match'), picture.etag);
  const bytes = isHad
    ? undefined
    : await picture.bytes(addressOf(ctx.req), patience).finally(() => patience.end());
  ctx.status = bytes ? 200 : 304;
  ctx.set('ETag', picture.etag);
  ctx.set(
    'Cache-Control',
    version === pictureVersion(template)
      ? `public, max-age=${keptFor.version}, immutable`
      : `public, max-age=${keptFor.latest}`,
  );
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (!bytes) return;
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
}
