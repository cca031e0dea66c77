import { Failure } from '../../../model/failure.ts';
import { defaults, type Locale } from '../../../model/vocabulary.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../../templates/catalog.ts';
import { previewVersion } from '../../../templates/previews/address.ts';
import type { ApiContext } from '../../http/context.ts';
import { etagMatches } from '../../http/etag.ts';
import { RequestDeadline } from '../../http/request-deadline.ts';
import { previewQuerySchema } from '../../wire/templates.ts';

/** An image that is held already or drawn when its bytes are read. */
export interface Preview {
  readonly etag: string;
  /**
   * @param caller callers take turns
   * @throws Failure noCapacity, or the reason of the signal
   */
  bytes(caller: string, deadline: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Small images of templates, WebP but for one. */
export interface TemplatePreviews {
  cover(template: CatalogTemplate, locale: Locale): Preview;
  /** A larger cover, in PNG: not every site that shows links reads WebP. */
  linkPreview(template: CatalogTemplate, locale: Locale): Preview;
  /** Undefined where the template has no such item. */
  item(template: CatalogTemplate, position: number, locale: Locale): Preview | undefined;
}

export interface PreviewPorts {
  readonly templates: { readonly set: TemplateSet };
  readonly templatePreviews: TemplatePreviews;
  /** The caller's address, as far as trusted proxies name it. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** The time limit of a request. */
  readonly renderWithinMs: number;
}

const headers = ['ETag', 'Cache-Control', 'X-Content-Type-Options'] as const;
const templateId = { description: 'The id of a template.', example: '1' };

/** What all previews have in common. */
export const previewEndpoint = {
  method: 'GET',
  auth: 'none',
  query: previewQuerySchema,
} as const;

export const previewParams = { id: templateId };

/** Returns the answers of a preview of this media type. */
export function previewAnswers(type: 'image/webp' | 'image/png') {
  return {
    200: { description: 'The image.', headers, content: { [type]: {} } },
    304: { description: 'The client has the current image.', headers },
    404: 'There is no such template, or it has no such item.',
    503: 'There is no capacity at the moment.',
  };
}

/** Seconds. With its version in the address an image never changes; without it, it may. */
const maxAge = { version: 31_536_000, latest: 300 };

interface PreviewRequest {
  readonly ctx: ApiContext;
  readonly params: { readonly id: string };
  readonly query: () => { readonly v?: string | undefined; readonly locale?: Locale | undefined };
}

/** Answers with a preview. @throws Failure notFound, noCapacity */
export async function answerPreview(
  { ctx, params, query }: PreviewRequest,
  { templates, addressOf, renderWithinMs }: PreviewPorts,
  type: 'image/webp' | 'image/png',
  find: (template: CatalogTemplate, locale: Locale) => Preview | undefined,
): Promise<void> {
  const { v: version, locale = defaults.locale } = query();
  const template = findTemplate(params.id, templates);
  const preview = template && find(template, locale);
  if (!preview) throw new Failure('notFound', 'There is no such picture');
  const deadline = new RequestDeadline(ctx, renderWithinMs);
  // An error must not carry the headers of an image, so the bytes come first.
  const bytes = etagMatches(ctx.get('If-None-Match'), preview.etag)
    ? undefined
    : await preview.bytes(addressOf(ctx.req), deadline).finally(() => deadline.end());
  ctx.status = bytes ? 200 : 304;
  ctx.set('ETag', preview.etag);
  ctx.set(
    'Cache-Control',
    version === previewVersion(template)
      ? `public, max-age=${maxAge.version}, immutable`
      : `public, max-age=${maxAge.latest}`,
  );
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (!bytes) return;
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
}
