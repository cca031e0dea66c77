import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { ImageReader } from '../store/image-reader.ts';
import type { ApiContext, RequestState } from './context.ts';
import { errorAnswer } from './error-body.ts';
import { accessLog } from './middleware/access-log.ts';
import { type Authenticate, authenticate } from './middleware/authenticate.ts';
import { errors } from './middleware/errors.ts';
import { noRoute } from './middleware/no-route.ts';
import { requestId } from './middleware/request-id.ts';
import { soundRequest } from './middleware/sound-request.ts';
import { healthz, readyz } from './routes/health.ts';
import { getImage } from './routes/images.ts';
import { meta, type ServiceFacts } from './routes/meta.ts';
import { postRender, type RenderPorts } from './routes/render.ts';

/** Everything the HTTP side needs of the rest, passed in. */
export interface ApiPorts extends RenderPorts {
  readonly authenticate: Authenticate;
  readonly images: ImageReader;
  /** Whether pictures can be drawn now. */
  readonly isReady: () => boolean;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  readonly facts: ServiceFacts;
}

/** The whole HTTP interface: request id → access log → errors → route, or none. */
export function createApp(ports: ApiPorts): Koa<RequestState> {
  const router = new Router<RequestState>();
  const image = getImage(ports.images, ports.now);
  router.get('/healthz', healthz);
  router.get('/readyz', readyz(ports.isReady));
  router.get('/api/v1/render', meta(ports.facts));
  router.post('/api/v1/render', authenticate(ports.authenticate), postRender(ports));
  router.get('/images/:file', (ctx) => image(ctx, ctx.params['file'] ?? ''));

  const app = new Koa<RequestState>();
  app.use(requestId(ports.newRequestId));
  app.use(accessLog(ports.logger, ports.now));
  app.use(errors);
  app.use(soundRequest);
  app.use(router.routes());
  app.use(noRoute(router));
  answerErrorsAsJson(app, ports.logger);
  return app;
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
