import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { paths } from '../../model/addresses.ts';
import type { Allowance } from '../../model/quota.ts';
import type { Caller } from '../../render/ports.ts';
import type { Authenticate, Identity, ImageReader } from '../../store/ports.ts';
import { accessLog } from '../middleware/access-log.ts';
import { answered } from '../middleware/answered.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { errors } from '../middleware/errors.ts';
import { httpMetrics } from '../middleware/http-metrics.ts';
import { noRoute } from '../middleware/no-route.ts';
import { noStore } from '../middleware/no-store.ts';
import { rateLimitFields } from '../middleware/rate-limit-fields.ts';
import { rejectMalformed } from '../middleware/reject-malformed.ts';
import { requestId } from '../middleware/request-id.ts';
import { sameOrigin } from '../middleware/same-origin.ts';
import { requireAdmin, requireSession } from '../middleware/session.ts';
import { healthz, readyz } from '../routes/health.ts';
import { getImage } from '../routes/images.ts';
import { deleteKey, getKeys, type KeyPorts, patchKey, postKey } from '../routes/keys.ts';
import { meta, type ServiceFacts } from '../routes/meta.ts';
import { getMetrics, type MetricsAccess } from '../routes/metrics.ts';
import { openApi } from '../routes/openapi.ts';
import { getCover, getItemPreview, getLinkPreview, type PreviewPorts } from '../routes/previews.ts';
import { postRender, type RenderPorts } from '../routes/render.ts';
import {
  deleteOtherSessions,
  deleteSession,
  getSession,
  postSession,
  putPassword,
} from '../routes/session.ts';
import { getCategories, getTemplate, getTemplates, type TemplatePorts } from '../routes/templates.ts';
import { getUsers, patchUser, postPasswordLink, postUser, type UserPorts } from '../routes/users.ts';
import type { ApiContext, RequestState } from './context.ts';
import { errorAnswer } from './error-body.ts';
import type { Metrics } from './metrics.ts';

/** Everything the HTTP side needs of the rest, passed in. */
export interface ApiPorts extends RenderPorts, UserPorts, KeyPorts, TemplatePorts, PreviewPorts {
  readonly templates: TemplatePorts['templates'];
  readonly accounts: UserPorts['accounts'];
  readonly authenticate: Authenticate;
  readonly recordUse: (identity: Identity) => void;
  /** Where an account stands with its quota. */
  readonly quotaStatus: (caller: Caller) => Promise<readonly Allowance[]>;
  readonly images: ImageReader;
  /** Whether pictures can be drawn now. */
  readonly isReady: () => boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  readonly facts: ServiceFacts;
  /** Adds the pages for people. */
  readonly pages: (router: Router<RequestState>) => void;
}

/** The whole HTTP interface: request id → access log and metrics → errors → route, or none. */
export function createApp(ports: ApiPorts): Koa<RequestState> {
  const routers = [renderRoutes(ports), otherRoutes(ports)];
  const watchers = [accessLog(ports.logger), httpMetrics(ports.metrics.http)];
  const app = new Koa<RequestState>();
  app.use(requestId(ports.newRequestId));
  app.use(answered(watchers, () => performance.now()));
  app.use(errors);
  app.use(rejectMalformed);
  for (const router of routers) app.use(router.routes());
  app.use(noRoute(routers));
  answerErrorsAsJson(app, ports.logger);
  return app;
}

const strictly = { sensitive: true, strict: true };

function keyChecks(ports: ApiPorts) {
  return [authenticate(ports.authenticate, ports.recordUse), rateLimitFields(ports.quotaStatus)] as const;
}

/** Nearly every request is one of these. A router tries all its routes, so these have one of their own, before the others. */
function renderRoutes(ports: ApiPorts): Router<RequestState> {
  const router = new Router<RequestState>(strictly);
  const image = getImage(ports.images, ports.now);
  router.get('/api/v1/render', meta(ports.facts, ports.themes));
  router.post('/api/v1/render', ...keyChecks(ports), postRender(ports));
  router.get('/images/:file', (ctx) => image(ctx, ctx.params['file'] ?? ''));
  router.get('/healthz', healthz);
  return router;
}

function otherRoutes(ports: ApiPorts): Router<RequestState> {
  const router = new Router<RequestState>(strictly);
  const byKey = keyChecks(ports);
  router.get('/readyz', readyz(ports.isReady));
  router.get('/metrics', getMetrics(ports.metrics, ports.metricsAccess));
  router.get(paths.openApi, openApi(ports.themes, ports.baseUrl));
  const [template, cover, itemPreview] = [getTemplate(ports), getCover(ports), getItemPreview(ports)];
  const linkPreview = getLinkPreview(ports);
  router.get('/api/v1/templates', ...byKey, getTemplates(ports));
  router.get('/api/v1/templates/:id', ...byKey, (ctx) => template(ctx, ctx.params['id'] ?? ''));
  router.get('/api/v1/categories', ...byKey, getCategories(ports));
  router.get('/templates/:id/cover.webp', (ctx) => cover(ctx, ctx.params['id'] ?? ''));
  router.get('/templates/:id/cover.png', (ctx) => linkPreview(ctx, ctx.params['id'] ?? ''));
  router.get('/templates/:id/items/:file', (ctx) =>
    itemPreview(ctx, ctx.params['id'] ?? '', ctx.params['file'] ?? ''),
  );
  ports.pages(router);

  const own = [noStore, sameOrigin(ports.baseUrl)] as const;
  const session = [...own, requireSession(ports)] as const;
  const admin = [...session, requireAdmin] as const;
  const [change, newLink] = [patchUser(ports), postPasswordLink(ports)];
  const [rename, revoke] = [patchKey(ports), deleteKey(ports)];
  router.get('/api/v1/session', ...session, getSession);
  router.post('/api/v1/session', ...own, postSession(ports));
  router.delete('/api/v1/session', ...own, deleteSession(ports));
  router.delete('/api/v1/session/others', ...session, deleteOtherSessions(ports));
  router.put('/api/v1/password', ...own, putPassword(ports));
  router.get('/api/v1/users', ...admin, getUsers(ports));
  router.post('/api/v1/users', ...own, postUser(ports));
  router.patch('/api/v1/users/:id', ...admin, (ctx) => change(ctx, ctx.params['id'] ?? ''));
  router.post('/api/v1/users/:id/password-link', ...admin, (ctx) => newLink(ctx, ctx.params['id'] ?? ''));
  router.get('/api/v1/keys', ...session, getKeys(ports));
  router.post('/api/v1/keys', ...session, postKey(ports));
  router.patch('/api/v1/keys/:id', ...session, (ctx) => rename(ctx, ctx.params['id'] ?? ''));
  router.delete('/api/v1/keys/:id', ...session, (ctx) => revoke(ctx, ctx.params['id'] ?? ''));
  return router;
}

/** What breaks after the middleware is done, such as a file that cannot be read to its end. Koa would answer in text. */
function answerErrorsAsJson(app: Koa<RequestState>, logger: Logger): void {
  // Koa pipes a stream's errors to the context only when somebody listens; they are logged below.
  app.on('error', () => undefined);
  app.context.onerror = function onerror(this: ApiContext, error: unknown): void {
    if (error === null || error === undefined) return;
    if (this.res.headersSent || !this.res.writable) {
      // A client that goes away is no event; the access log says that the answer was cut off.
      logger.debug({ requestId: this.state.requestId, err: error }, 'answer cut off');
      this.res.destroy();
      return;
    }
    this.state.failure = error;
    const { status, body } = errorAnswer(error);
    for (const name of this.res.getHeaderNames()) {
      if (name !== 'x-request-id') this.res.removeHeader(name);
    }
    this.res.statusCode = status;
    this.res.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.res.end(JSON.stringify(body));
  };
}
