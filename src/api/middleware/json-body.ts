import type { IncomingMessage } from 'node:http';
import contentType from 'content-type';
import getRawBody from 'raw-body';
import { Failure, invalid } from '../../model/failure.ts';
import { limits } from '../../model/limits.ts';
import type { ApiContext } from '../context.ts';
import { parseJson } from '../wire/json.ts';

/** So much of a body that is too large is read and dropped, so that its sender gets to read the answer. */
const drainedBytes = 4 * 1024 * 1024;

/**
 * Reads the request's body as JSON, strictly: type, encoding, size, UTF-8 and syntax are checked, in that order.
 *
 * @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest
 */
export async function readJsonBody(ctx: ApiContext): Promise<unknown> {
  return parseJson(await readJsonText(ctx));
}

/**
 * Reads the text of a body that says it is JSON; everything but its syntax is checked.
 *
 * @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest
 */
export async function readJsonText(ctx: ApiContext): Promise<string> {
  requireJson(ctx.req);
  const bytes = await readBytes(ctx);
  if (bytes.length === 0) throw invalid('', 'The body is empty');
  return decodeUtf8(bytes);
}

/** Whether a request brings a body at all (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function requireJson(req: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = req.headers;
  if (type === undefined || !isJson(type)) {
    throw new Failure('unsupportedMediaType', 'The Content-Type must be application/json, in UTF-8');
  }
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new Failure('unsupportedMediaType', 'The body must not be compressed (Content-Encoding)');
  }
}

function isJson(header: string): boolean {
  try {
    const { type, parameters } = contentType.parse(header);
    return type === 'application/json' && /^utf-?8$/i.test(parameters['charset'] ?? 'utf-8');
  } catch {
    return false;
  }
}

async function readBytes(ctx: ApiContext): Promise<Buffer> {
  const { req } = ctx;
  try {
    return await getRawBody(req, { limit: limits.bodyBytes, length: req.headers['content-length'] ?? null });
  } catch (error) {
    // raw-body's error carries the body it has read; it goes no further than here.
    ctx.set('Connection', 'close');
    if (typeOf(error) !== 'entity.too.large') throw invalid('', 'The body was cut off');
    await drain(req);
    throw new Failure('bodyTooLarge', `The body must be at most ${limits.bodyBytes} bytes`);
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

function decodeUtf8(bytes: Buffer): string {
  try {
    // A byte order mark at the beginning is dropped (RFC 8259, 8.1, allows it).
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('', 'The body is not valid UTF-8');
  }
}
