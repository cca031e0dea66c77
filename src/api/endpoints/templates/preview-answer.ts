import { Failure } from '../../../model/failure.ts';
import { defaults, type Format, imageFormats, type Locale } from '../../../model/vocabulary.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../../templates/catalog.ts';
import { previewVersion } from '../../../templates/previews/address.ts';
import type { ApiContext } from '../../http/context.ts';
import { etagMatches } from '../../http/etag.ts';
import { RequestDeadline } from '../../http/request-deadline.ts';
import { previewQuerySchema } from '../../wire/templates.ts';

/** An image that is already stored, or is drawn when its bytes are read. */
export interface Preview {
  readonly etag: string;
  /**
   * Returns the bytes, and draws the image if necessary.
   *
   * @param caller key of the fair queue, in which callers take turns
   * @throws Failure noCapacity, or the reason of the signal
   */
  bytes(caller: string, deadline: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}

/** Small images of templates. All but the link preview are WebP. */
export interface TemplatePreviews {
  cover(template: CatalogTemplate, locale: Locale): Preview;
  /** Returns a larger cover in PNG, since some sites that show links cannot read WebP. */
  linkPreview(template: CatalogTemplate, locale: Locale): Preview;
  /** Returns the preview of an item, or undefined if the template has no such item. */
  item(template: CatalogTemplate, position: number, locale: Locale): Preview | undefined;
}

export interface PreviewPorts {
  readonly templates: { readonly set: TemplateSet };
  readonly templatePreviews: TemplatePreviews;
  /** Returns the caller's address, as far as trusted proxies name it. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
}

const headers = ['ETag', 'Cache-Control', 'X-Content-Type-Options'] as const;
const templateId = { description: 'The id of a template.', example: '1' };

/** The properties that all endpoints for previews share. */
export const previewEndpoint = {
  method: 'GET',
  auth: 'none',
  query: previewQuerySchema,
} as const;

export const previewParams = { id: templateId };

/** Returns the answers of an endpoint for previews in this format. */
export function previewAnswers(format: Format) {
  return {
    200: { description: 'The image.', headers, content: { [imageFormats[format].mediaType]: {} } },
    304: { description: 'The client has the current image.', headers },
    404: 'There is no such template, or it has no such item.',
    503: 'There is no capacity at the moment.',
  };
}

/** Cache lifetimes in seconds. An address with a version always names the same image; one without may not. */
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
  format: Format,
  find: (template: CatalogTemplate, locale: Locale) => Preview | undefined,
): Promise<void> {
  const { v: version, locale = defaults.locale } = query();
  const template = findTemplate(params.id, templates);
  const preview = template && find(template, locale);
  if (!preview) throw new Failure('notFound', 'There is no such picture');
  const deadline = new RequestDeadline(ctx, renderWithinMs);
  // The bytes are read first, since an error must not have the headers of an image.
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
  ctx.type = imageFormats[format].mediaType;
  ctx.body = Buffer.from(bytes);
}
