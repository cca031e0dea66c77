import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { Failure, invalid } from '../../model/failure.ts';
import type { ApiContext } from '../http/context.ts';

/** The number of bytes to read and drop from a body that is too large, so that the client can read the answer. */
const drainedBytes = 4 * 1024 * 1024;

/**
 * Reads a request's body as UTF-8 text, whatever its Content-Type.
 *
 * @param maxBytes the largest size, in bytes
 * @throws Failure bodyTooLarge, invalidRequest
 */
export async function readText(ctx: ApiContext, maxBytes: number): Promise<string> {
  return decodeUtf8(await readBytes(ctx, maxBytes));
}

/** Reads a request's body. Never takes more than `maxBytes` of it into memory. @throws Failure bodyTooLarge, invalidRequest */
export async function readBytes(ctx: ApiContext, maxBytes: number): Promise<Buffer> {
  const { req } = ctx;
  try {
    return await getRawBody(req, { limit: maxBytes, length: req.headers['content-length'] ?? null });
  } catch (error) {
    // The error of raw-body contains the body, so it is replaced rather than thrown on.
    ctx.set('Connection', 'close');
    if (typeOf(error) !== 'entity.too.large') throw invalid('', 'The body was cut off');
    await drain(req);
    throw new Failure('bodyTooLarge', `The body must be at most ${maxBytes} bytes`);
  }
}

/** Resolves when the rest of a body has been read, exceeds the limit, or the connection has closed. */
function drain(req: IncomingMessage): Promise<void> {
  if (Number(req.headers['content-length'] ?? 0) > drainedBytes) return Promise.resolve();
  return new Promise((resolve) => {
    let dropped = 0;
    req.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > drainedBytes) resolve();
    });
    req.once('end', resolve);
    req.once('close', resolve);
    req.resume();
  });
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}

/** A strict decoder, which drops a leading byte order mark (allowed by RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('', 'The body is not valid UTF-8');
  }
}
