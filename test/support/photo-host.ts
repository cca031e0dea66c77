import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface PhotoHost {
  readonly port: number;
  /** Returns the address of a path on this host. */
  at(path: string): string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts a host of photos on loopback: bytes by path, or a function that answers; every other path is 404. */
export async function startPhotoHost(
  photos: Readonly<Record<string, Uint8Array | Answer>>,
): Promise<PhotoHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const photo = photos[path];
    if (typeof photo === 'function') return photo(request, response);
    response.statusCode = photo ? 200 : 404;
    response.end(photo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a photo of one colour. */
export function plainPhoto(
  color: string,
  { width = 200, height = 200, kind = 'jpeg' as 'jpeg' | 'png' | 'webp' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    [kind]()
    .toBuffer();
}
