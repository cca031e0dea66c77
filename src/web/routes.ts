import type Router from '@koa/router';
import type { RequestState } from '../api/http/context.ts';
import { etagMatches } from '../api/http/etag.ts';
import { Failure } from '../model/failure.ts';
import { encodings } from './assets.ts';
import type { Site, WebContext } from './context.ts';
import { mountDashboard } from './dashboard/routes.ts';
import type { DashboardPorts } from './dashboard/views.ts';
import { type DocsPorts, mountDocs } from './docs/routes.ts';
import { type GalleryPorts, mountGallery } from './gallery/routes.ts';
import { mountPassword } from './password-routes.ts';
import { type BoardPorts, mountBoards } from './tier/routes.ts';

export type WebPorts = DashboardPorts & DocsPorts & GalleryPorts & BoardPorts;

/** Adds the pages for people and their assets. */
export function mountPages(router: Router<RequestState>, ports: WebPorts, site: Site): void {
  router.get('/assets/:file', (ctx) => sendAsset(ctx, site, ctx.params['file'] ?? ''));
  mountPassword(router, ports, site);
  mountDocs(router, ports, site);
  mountGallery(router, ports, site);
  mountBoards(router, ports, site);
  mountDashboard(router, ports, site);
}

/** Sends an asset in the smallest coding that the client accepts. Its name changes with its content, so it may be cached for ever. */
function sendAsset(ctx: WebContext, { assets }: Site, fileName: string): void {
  const asset = assets.find(fileName);
  if (asset === undefined) throw new Failure('notFound', 'There is nothing at this address');
  const encoding = encodings.find((name) => ctx.acceptsEncodings(name) !== false) ?? 'identity';
  const etag = `"${fileName}-${encoding}"`;
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.vary('Accept-Encoding');
  if (etagMatches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = asset.type;
  ctx.body = asset.bytes[encoding];
}
