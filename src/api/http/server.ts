import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { codeOf } from '../../model/error-code.ts';
import { Connections } from './connections.ts';
import type { RequestState } from './context.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly newRequestId: () => string;
  /** Limits that differ from the usual ones. */
  readonly limits?: Partial<ClientLimits>;
}

/** The timeouts of the server, in milliseconds. */
export interface ClientLimits {
  /** For the head of a request, from its first byte; for the first request, from the start of the connection. */
  readonly headersMs: number;
  /** For a whole request, measured likewise. */
  readonly requestMs: number;
  /** The interval at which the two limits above are checked. */
  readonly checkEveryMs: number;
  /** For the next request on an idle connection. */
  readonly keepAliveMs: number;
  /** Without traffic during a request: the answer is not ready, or the client does not read it. */
  readonly inactivityMs: number;
  /** For a refused client to read the error and close its side. */
  readonly lingerMs: number;
}

const second = 1000;
const usualLimits: ClientLimits = {
  // A request must arrive quickly; its answer may take longer.
  headersMs: 15 * second,
  requestMs: 30 * second,
  checkEveryMs: 5 * second,
  // Longer than the usual minute of reverse proxies, so that the proxy closes idle connections first.
  keepAliveMs: 65 * second,
  // Longer than the time limit of any request.
  inactivityMs: 120 * second,
  lingerMs: 2 * second,
};

export interface RunningServer {
  readonly port: number;
  /** Goes on accepting, but closes each connection after an answer with `Connection: close`. */
  drain(): void;
  /** Stops accepting connections, waits up to `graceMs` for the running requests, then cuts off the rest. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the server. Rejects when it cannot listen on the address. */
export async function startServer(app: Koa<RequestState>, options: ServerOptions): Promise<RunningServer> {
  const limits = { ...usualLimits, ...options.limits };
  const handle = app.callback();
  const connections = new Connections();
  const onRequest = (req: IncomingMessage, res: ServerResponse): void =>
    connections.answer(req.socket, res, () => void handle(req, res));
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.keepAliveMs,
    requireHostHeader: false,
  });
  server.timeout = limits.inactivityMs;
  server.on('connection', (socket) => connections.opened(socket));
  server.on('request', onRequest);
  // Without the listeners below, Node answers by itself, without the error body of the API.
  server.on('checkExpectation', onRequest);
  const refuse = (socket: Duplex, status: number, message: string): void => {
    socket.end(errorAnswer(status, message, options.newRequestId()));
    // A client that keeps sending slowly, or never closes its side, would hold the connection open for ever.
    const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
  server.on('connect', (_req, socket) => refuse(socket, 405, 'The method is not allowed here'));
  server.on('clientError', (error, socket) => {
    const begun = connections.current(socket);
    if (!socket.writable || (begun?.headersSent && !begun.writableFinished)) {
      socket.destroy();
      return;
    }
    const { status, message } = clientErrors[codeOf(error) ?? ''] ?? malformed;
    refuse(socket, status, message);
  });
  const port = await listen(server, options);
  return {
    port,
    drain: () => connections.drain(),
    stop: (graceMs) => closeServer(server, connections, graceMs),
  };
}

const malformed = { status: 400, message: 'The request is not valid HTTP' };

const clientErrors: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** Formats an answer with the error body, for connections without a response object. */
function errorAnswer(status: number, message: string, requestId: string): string {
  const body = JSON.stringify({ success: false, message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    ...(status === 405 ? ['Allow: GET, HEAD, POST, OPTIONS'] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function listen(server: Server, { host, port }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  // Connections that Node considers idle may still have written answers that are not sent yet.
  server.closeIdleConnections = () => undefined;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.end();
  const deadline = setTimeout(() => connections.cutOff(), graceMs);
  await closed;
  clearTimeout(deadline);
}
