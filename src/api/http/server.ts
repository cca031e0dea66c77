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
import { Connections } from './connections.ts';
import type { RequestState } from './context.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly newRequestId: () => string;
  /** Where clients get less or more time than usual. */
  readonly limits?: Partial<ClientLimits>;
}

/** How long the server waits for its clients, in milliseconds. */
export interface ClientLimits {
  /** For the head of a request, from its first byte, or from the connection on for the first request. */
  readonly headersMs: number;
  /** For a whole request, likewise. */
  readonly requestMs: number;
  /** How often these two are looked at. */
  readonly checkEveryMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
  /** While a request is under way and nothing moves on its connection: the answer isn't ready, or nobody reads it. */
  readonly inactivityMs: number;
  /** For a client to read why it is refused and to close its side. */
  readonly lingerMs: number;
}

const second = 1000;
const usualLimits: ClientLimits = {
  // A request has to arrive at once; its answer may take longer.
  headersMs: 15 * second,
  requestMs: 30 * second,
  checkEveryMs: 5 * second,
  // Longer than the usual minute of reverse proxies, so that it is they who close idle connections.
  keepAliveMs: 65 * second,
  // Longer than any answer is worked at.
  inactivityMs: 120 * second,
  lingerMs: 2 * second,
};

export interface RunningServer {
  readonly port: number;
  /** Stops accepting, lets what runs finish for at most so long, then cuts the rest off. */
  stop(graceMs: number): Promise<void>;
}

/** Listens. Rejects when the address cannot be had. */
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
  // Without these, Node answers by itself, without our error body.
  server.on('checkExpectation', onRequest);
  const refuse = (socket: Duplex, status: number, message: string): void => {
    socket.end(errorAnswer(status, message, options.newRequestId()));
    // Whoever drips a request, or doesn't close its side, would keep the connection open for ever.
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
    const { status, message } = clientErrors[codeOf(error)] ?? malformed;
    refuse(socket, status, message);
  });
  const port = await listen(server, options);
  return { port, stop: (graceMs) => closeServer(server, connections, graceMs) };
}

const malformed = { status: 400, message: 'The request is not valid HTTP' };

const clientErrors: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** An answer with the error body, written by hand where there is no response object to write it with. */
function errorAnswer(status: number, message: string, requestId: string): string {
  const body = JSON.stringify({ success: false, message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
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
  // What Node takes for idle has answers in it that have been written and not been sent.
  server.closeIdleConnections = () => undefined;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.end();
  const deadline = setTimeout(() => connections.cutOff(), graceMs);
  await closed;
  clearTimeout(deadline);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
