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
import type { RequestState } from './context.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly newRequestId: () => string;
}

export interface RunningServer {
  readonly port: number;
  /** Stops accepting, lets what runs finish for at most so long, then cuts the rest off. */
  stop(graceMs: number): Promise<void>;
}

const second = 1000;

/** Listens. Rejects when the address cannot be had. */
export async function startServer(app: Koa<RequestState>, options: ServerOptions): Promise<RunningServer> {
  const handle = app.callback();
  const answering = new WeakMap<Duplex, ServerResponse>();
  let stopping = false;
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    answering.set(req.socket, res);
    if (stopping) res.setHeader('Connection', 'close');
    void handle(req, res);
  };
  const server = createServer({
    // A request has to arrive at once; its answer may take longer.
    headersTimeout: 15 * second,
    requestTimeout: 30 * second,
    connectionsCheckingInterval: 5 * second,
    // Longer than the usual minute of reverse proxies, so that it is they who close idle connections.
    keepAliveTimeout: 65 * second,
    requireHostHeader: false,
  });
  server.on('request', onRequest);
  // Without these, Node answers by itself, without our error body.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_req, socket) =>
    refuse(socket, 405, 'The method is not allowed here', options.newRequestId()),
  );
  server.on('clientError', (error, socket) => {
    const begun = answering.get(socket);
    if (!socket.writable || (begun?.headersSent && !begun.writableFinished)) {
      socket.destroy();
      return;
    }
    const { status, message } = clientErrors[codeOf(error)] ?? malformed;
    refuse(socket, status, message, options.newRequestId());
  });
  const port = await listen(server, options);
  return {
    port,
    async stop(graceMs) {
      stopping = true;
      await closeServer(server, graceMs);
    },
  };
}

const malformed = { status: 400, message: 'The request is not valid HTTP' };

const clientErrors: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** The error body, written by hand where there is no response object to write it with. */
function refuse(socket: NodeJS.WritableStream, status: number, message: string, requestId: string): void {
  const body = JSON.stringify({ success: false, message });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...(status === 405 ? ['Allow: GET, HEAD, POST, OPTIONS'] : []),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
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

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that were busy when the server closed become idle later, and nobody else closes them.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
