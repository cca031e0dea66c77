import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { Failure, invalid } from '../../model/failure.ts';
import type { ApiContext } from '../http/context.ts';

/** So much of a body that is too large is read and dropped, so that its sender gets to read the answer. */
const drainedBytes = 4 * 1024 * 1024;

/**
 * Reads a request's body as a text in UTF-8, whatever it says it is.
 *
 * @param most so many bytes, and no more
 * @throws Failure bodyTooLarge, invalidRequest
 */
export async function readText(ctx: ApiContext, most: number): Promise<string> {
  return decodeUtf8(await readBytes(ctx, most));
}

async function readBytes(ctx: ApiContext, most: number): Promise<Buffer> {
  const { req } = ctx;
  try {
    return await getRawBody(req, { limit: most, length: req.headers['content-length'] ?? null });
  } catch (error) {
    // raw-body's error carries the body it has read; it goes no further than here.
    ctx.set('Connection', 'close');
    if (typeOf(error) !== 'entity.too.large') throw invalid('', 'The body was cut off');
    await drain(req);
    throw new Failure('bodyTooLarge', `The body must be at most ${most} bytes`);
  }
}

/** Resolves when the rest of a body has come, has become too much, or will not come. */
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

/** A byte order mark at the beginning is dropped (RFC 8259, 8.1, allows it). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('', 'The body is not valid UTF-8');
  }
}
