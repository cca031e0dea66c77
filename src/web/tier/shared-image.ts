import { hash } from 'node:crypto';
import type { TemplatePreviews } from '../../api/endpoints/templates/preview-answer.ts';
import type { ApiContext } from '../../api/http/context.ts';
import { etagMatches, notModified } from '../../api/http/etag.ts';
import { RequestDeadline } from '../../api/http/request-deadline.ts';
import { clientNetwork } from '../../model/client-network.ts';
import { Failure } from '../../model/failure.ts';
import type { RenderRequest } from '../../model/request.ts';
import { defaults } from '../../model/vocabulary.ts';
import type { CatalogTemplate, TemplateSet } from '../../templates/catalog.ts';
import type { LinkedBoard } from './linked-board.ts';

export interface SharedImagePorts {
  readonly templates: { readonly set: TemplateSet };
  readonly templatePreviews: TemplatePreviews;
  /** Plans the image of a board; draws it when it is asked for. */
  readonly sharedImage: (call: {
    readonly request: RenderRequest;
    readonly network: string;
    readonly deadline: { readonly signal: AbortSignal };
  }) => {
    readonly fingerprint: string;
    image(): Promise<{ readonly bytes: Uint8Array; readonly isComplete: boolean }>;
  };
  /** Returns the client's address, as far as trusted proxies name it. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
}

/** Cache lifetimes in seconds. A picture without some of its photos, or of the template in place of the board, may soon be another. */
const maxAge = { lasting: 86_400, otherwise: 60 };

/** Answers `GET /tier/<id>/board.png?b=…` with the image of a board, or with the cover of its template when too many are drawn. */
export async function sendSharedImage(
  ctx: ApiContext,
  { request }: LinkedBoard,
  ports: SharedImagePorts,
): Promise<void> {
  const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
  const address = ports.addressOf(ctx.req);
  const planned = ports.sharedImage({ request, network: clientNetwork(address), deadline });
  // An image of this fingerprint is always the same, wherever it was drawn.
  const lasting = `"${planned.fingerprint}"`;
  try {
    const image = etagMatches(ctx.get('If-None-Match'), lasting)
      ? undefined
      : await planned.image().catch(async (error: unknown) => {
          if (!isBound(error)) throw error;
          return { bytes: await coverOf(request, ports).bytes(address, deadline), isComplete: false };
        });
    const isLasting = image?.isComplete ?? true;
    const etag = isLasting ? lasting : `"${hash('sha256', image?.bytes ?? '').slice(0, 32)}"`;
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', `public, max-age=${isLasting ? maxAge.lasting : maxAge.otherwise}`);
    if (notModified(ctx, etag) || image === undefined) return;
    ctx.type = 'image/png';
    ctx.body = Buffer.from(image.bytes);
  } finally {
    deadline.end();
  }
}

function isBound(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'quotaExceeded' || error.code === 'noCapacity');
}

/** Returns the cover of the board's template, or of the first recommended one. */
function coverOf(
  { templateId, locale = defaults.locale }: RenderRequest,
  { templates: { set }, templatePreviews }: SharedImagePorts,
) {
  const [first] = set.recommended;
  const template: CatalogTemplate | undefined =
    templateId === undefined ? first : (set.find(templateId) ?? first);
  if (template === undefined) throw new Failure('noCapacity', 'There is no capacity now', { retryAfter: 60 });
  return templatePreviews.linkPreview(template, locale);
}
