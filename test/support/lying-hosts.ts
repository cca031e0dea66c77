import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** One request up to the end of its headers. */
export interface Visit {
  /** The path with its query. */
  readonly path: string;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: Socket;
}

/** A host on loopback that may write any bytes. It counts its connections. */
export interface TestHost {
  readonly port: number;
  /** `http://127.0.0.1:1234`, or https. */
  readonly url: string;
  /** Total number of connections, and of bytes received over them. */
  readonly connections: number;
  readonly bytesReceived: number;
  readonly visits: readonly Visit[];
  /** Current number of connections, and the maximum at one time. */
  readonly open: number;
  readonly maxOpen: number;
  /** Resolves when the given number of connections have been made. */
  connected(count: number): Promise<void>;
  /** Resolves when no connection is left. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly address?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a host that passes each request to `answer`. */
export async function startHost(
  answer: (visit: Visit) => void,
  { address = '127.0.0.1', port = 0, tls }: HostOptions = {},
): Promise<TestHost> {
  const sockets = new Set<Socket>();
  const visits: Visit[] = [];
  const counts = { connections: 0, bytesReceived: 0, maxOpen: 0 };
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        if (!isReached()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined);
    readHeads(socket, (head) => {
      const visit = { ...readHead(head), socket };
      visits.push(visit);
      answer(visit);
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    counts.connections += 1;
    counts.maxOpen = Math.max(counts.maxOpen, sockets.size);
    socket.on('close', () => {
      counts.bytesReceived += socket.bytesRead;
      sockets.delete(socket);
      changed();
    });
    changed();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const bound = portOf(server);
  return {
    port: bound,
    url: `${tls === undefined ? 'http' : 'https'}://${address}:${bound}`,
    visits,
    get connections() {
      return counts.connections;
    },
    get bytesReceived() {
      return counts.bytesReceived;
    },
    get open() {
      return sockets.size;
    },
    get maxOpen() {
      return counts.maxOpen;
    },
    connected: (count) => until(() => counts.connections >= count),
    quiet: () => until(() => sockets.size === 0),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Starts a host that answers each path with the given bytes and closes the connection. */
export function hostOf(
  pages: Readonly<Record<string, string | Buffer>>,
  options?: HostOptions,
): Promise<TestHost> {
  return startHost(({ path, socket }) => socket.end(pages[path] ?? answerOf('', '', 404)), options);
}

/** Returns the first bytes of a PNG, padded to the given length. */
export function photoOf(length: number): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(length)], length);
}

/** Returns a response with its length, unless the headers already have one. */
export function answerOf(
  body: string | Buffer,
  headers = 'content-type: image/png\r\n',
  status = 200,
): Buffer {
  const length = /content-length|transfer-encoding/.test(headers) ? '' : `content-length: ${body.length}\r\n`;
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${headers}${length}\r\n`), Buffer.from(body)]);
}

export function redirectTo(location: string, status = 302): Buffer {
  return answerOf('', `location: ${location}\r\n`, status);
}

/** Writes a byte every 20 ms until the client disconnects. */
export function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.on('close', () => clearInterval(timer));
}

function readHeads(socket: Socket, onHead: (head: string) => void): void {
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const head = received.slice(0, end);
      received = received.slice(end + 4);
      onHead(head);
    }
  });
}

function readHead(head: string): Omit<Visit, 'socket'> {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { path: requestLine.split(' ')[1] ?? '', headers: Object.fromEntries(pairs) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host has no port');
  return address.port;
}
