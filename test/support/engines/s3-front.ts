import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a front does with requests: passes them on, as they are or with another signature, or answers itself. */
export type S3Mode = 'pass' | 'wrong secret' | 'slow down' | 'silent' | 'stall';

/** A server on loopback in front of an S3, which can behave as a bad one. */
export interface S3Front {
  readonly endpoint: string;
  mode: S3Mode;
  /** The connections that were made to it. */
  readonly connections: () => number;
  /** The requests that came, such as `GET`. */
  readonly methods: string[];
  close(): Promise<void>;
}

const slowDown =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';
const stalledAfterBytes = 1000;

export async function startS3Front(target: string): Promise<S3Front> {
  let connections = 0;
  const { hostname, port } = new URL(target);
  const server = createServer((req, res) => {
    const { method = '', url: path = '', headers } = req;
    front.methods.push(method);
    if (front.mode === 'silent') return;
    if (front.mode === 'slow down') {
      req.resume().once('end', () => res.writeHead(503, { 'Content-Type': 'application/xml' }).end(slowDown));
      return;
    }
    const authorization = headers.authorization?.replace(/Signature=../, 'Signature=00');
    const changed = front.mode === 'wrong secret' ? { ...headers, authorization } : headers;
    const onward = request({ hostname, port, method, path, headers: changed }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      if (front.mode === 'stall')
        answer.once('data', (part) => res.write(part.subarray(0, stalledAfterBytes)));
      else answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front: S3Front = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'pass',
    connections: () => connections,
    methods: [],
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return front;
}
