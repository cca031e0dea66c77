import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { callerOf } from '../../api/endpoints/rendering/render.ts';
import type { ApiContext } from '../../api/http/context.ts';
import { RequestDeadline } from '../../api/http/request-deadline.ts';
import { readJsonBody } from '../../api/middleware/json-body.ts';
import { parseRenderRequest } from '../../api/wire/parse-render-request.ts';
import { renderRequestSchemaFor } from '../../api/wire/render-request.ts';
import type { PhotoSize } from '../../model/photo.ts';
import type { RenderRequest } from '../../model/request.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import { type Caller, type SvgImage, svgText } from '../../render/ports.ts';
import { acceptsGzip } from '../accepts-gzip.ts';
import { basePathOf } from '../page-request.ts';
import type { PhotoLinks } from './photo-links.ts';

interface CallContext {
  readonly caller: Caller;
  readonly deadline: { readonly signal: AbortSignal };
}

export interface PreviewPorts {
  readonly preview: (call: CallContext & { readonly request: RenderRequest }) => Promise<SvgImage>;
  /** Returns a photo of a preview as WebP. */
  readonly previewPhoto: (
    call: Pick<CallContext, 'caller'> & { readonly photo: PhotoSize; readonly signal: AbortSignal },
  ) => Promise<Uint8Array>;
  readonly photoLinks: PhotoLinks;
  readonly themes: readonly ThemeName[];
  readonly baseUrl: () => string;
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
}

const compress = promisify(gzip);
/** A preview is sent after each move: the lowest level takes half the time of the default for a sixth more bytes. */
const level = 1;

/** Answers `POST /tier/preview` with the SVG of a render request. The page that asked puts it into its document. */
export function sendPreview(ports: PreviewPorts) {
  const schema = renderRequestSchemaFor(ports.themes);
  return async (ctx: ApiContext): Promise<void> => {
    const { request, warnings } = parseRenderRequest(await readJsonBody(ctx), schema);
    const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
    try {
      const image = await ports.preview({ request, caller: callerOf(ctx), deadline });
      const root = basePathOf(ports.baseUrl());
      const svg = withWarnings(
        svgText(image, (photo) => `${root}${ports.photoLinks.pathTo(photo)}`),
        [...warnings, ...image.warnings],
      );
      setHeaders(ctx);
      ctx.type = 'image/svg+xml';
      const isGzipped = acceptsGzip(ctx);
      if (isGzipped) ctx.set('Content-Encoding', 'gzip');
      ctx.body = isGzipped ? await compress(svg, { level }) : svg;
    } finally {
      deadline.end();
    }
  };
}

/** Answers `GET /tier/photo?u=…&s=…` with a photo of a preview. */
export function sendPreviewPhoto(ports: PreviewPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { photo, secondsLeft } = ports.photoLinks.read(ctx.query);
    const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
    try {
      const { signal } = deadline;
      const webp = await ports.previewPhoto({ photo, caller: callerOf(ctx), signal });
      setHeaders(ctx);
      // Pages of other origins cannot use the service as their proxy.
      ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
      ctx.set('Cache-Control', `private, max-age=${secondsLeft}, immutable`);
      ctx.type = 'image/webp';
      ctx.body = Buffer.from(webp);
    } finally {
      deadline.end();
    }
  };
}

function setHeaders(ctx: ApiContext): void {
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'; img-src 'self' data:");
}

/** Adds the warnings as JSON, in an element that is not drawn. */
function withWarnings(svg: string, warnings: readonly string[]): string {
  if (warnings.length === 0) return svg;
  const json = JSON.stringify(warnings).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return svg.replace(/<\/svg>$/, () => `<metadata>${json}</metadata></svg>`);
}
