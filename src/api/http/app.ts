import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { Failure } from '../../model/failure.ts';
import type { Endpoint } from '../endpoints/define-endpoint.ts';
import { type EndpointPorts, endpoints } from '../endpoints/index.ts';
import type { DescriptionPorts } from '../endpoints/service/get-description.ts';
import { accessLog } from '../middleware/access-log.ts';
import { errors, type SendErrorPage } from '../middleware/errors.ts';
import { httpMetrics } from '../middleware/http-metrics.ts';
import { noRoute } from '../middleware/no-route.ts';
import { observeAnswers } from '../middleware/observe-answers.ts';
import { rejectMalformed } from '../middleware/reject-malformed.ts';
import { requestId } from '../middleware/request-id.ts';
import { writeTogether } from '../middleware/write-together.ts';
import { type CheckPorts, checksOf } from './checks.ts';
import type { ApiContext, RequestState } from './context.ts';
import { errorResponse } from './error-response.ts';
import { FixedRoutes } from './fixed-routes.ts';
import { inSequence } from './in-sequence.ts';
import type { Metrics } from './metrics.ts';

/** The ports that the HTTP interface takes from the rest of the service. */
export type ApiPorts = Omit<EndpointPorts, keyof DescriptionPorts> &
  CheckPorts & {
    readonly logger: Logger;
    readonly metrics: Metrics;
    readonly newRequestId: () => string;
    /** Adds the web pages. */
    readonly pages: (router: Router<RequestState>) => void;
    readonly sendErrorPage: SendErrorPage;
  };

/** Builds the HTTP interface: request id → access log and metrics → errors → an endpoint or a page, or 404. */
export function createApp(ports: ApiPorts): Koa<RequestState> {
  const { fixed, routers } = routesOf(ports);
  const observers = [accessLog(ports.logger), httpMetrics(ports.metrics.http)];
  const app = new Koa<RequestState>();
  app.use(
    inSequence([
      writeTogether,
      requestId(ports.newRequestId),
      observeAnswers(observers, () => performance.now()),
      errors(ports.sendErrorPage),
      rejectMalformed,
      fixed.middleware(),
    ]),
  );
  for (const router of routers) app.use(router.routes());
  app.use(noRoute(routers));
  answerErrorsAsJson(app, ports.logger);
  return app;
}

/**
 * Returns the frequent routes without parameters, and the routers in order, which have those routes too, for other methods.
 * A router tries its routes one by one, so frequent routes have their own router.
 */
function routesOf(ports: ApiPorts) {
  const strictly = { sensitive: true, strict: true };
  const fixed = new FixedRoutes();
  const frequent = new Router<RequestState>(strictly);
  const others = new Router<RequestState>(strictly);
  const checks = checksOf(ports);
  const endpointPorts = { ...ports, describe: () => openApiDocumentOf(ports) };
  for (const endpoint of endpoints) mount(endpoint);
  ports.pages(others);
  return { fixed, routers: [frequent, others] };

  function mount(endpoint: Endpoint<EndpointPorts>): void {
    const { method, path, isFrequent } = endpoint;
    const steps = [...checks(endpoint), endpoint.serve(endpointPorts)];
    (isFrequent ? frequent : others).register(path, [method], steps);
    if (isFrequent && !path.includes(':')) fixed.add(method, path, steps);
  }
}

/** Builds the OpenAPI document. Its module loads on the first request, since the conversion of schemas is large. */
async function openApiDocumentOf({ themes, baseUrl }: ApiPorts): Promise<object> {
  const { openApiDocument } = await import('../openapi/document.ts');
  return openApiDocument(themes, new URL(baseUrl()).pathname);
}

/** Headers of an answer that its error keeps. */
const keptHeaders = ['connection', 'x-request-id'];

/** Answers errors after the middleware, for instance a failed file read, with JSON. Koa would answer with text. */
function answerErrorsAsJson(app: Koa<RequestState>, logger: Logger): void {
  // Koa reports the errors of streams to the context only if there is a listener.
  app.on('error', () => undefined);
  app.context.onerror = function onerror(this: ApiContext, error: unknown): void {
    if (error === null || error === undefined) return;
    // A Failure of a destroyed connection is the service's own reason to cut it off; any other error is the client's reset.
    const isReset = this.req.socket.destroyed && !(error instanceof Failure);
    if (this.res.headersSent || !this.res.writable || isReset) {
      // Clients often disconnect, and the access log already records the interrupted answer.
      logger.debug({ requestId: this.state.requestId, err: error }, 'answer cut off');
      this.res.destroy();
      return;
    }
    this.state.failure = error;
    const { status, body } = errorResponse(error);
    for (const name of this.res.getHeaderNames()) {
      if (!keptHeaders.includes(name)) this.res.removeHeader(name);
    }
    this.res.statusCode = status;
    this.res.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.res.setHeader('Cache-Control', 'no-store');
    this.res.end(JSON.stringify(body));
  };
}
