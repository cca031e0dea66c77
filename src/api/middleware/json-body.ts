import type { IncomingMessage } from 'node:http';
import contentType from 'content-type';
import { Failure, invalid } from '../../model/failure.ts';
import { limits } from '../../model/limits.ts';
import type { ApiContext } from '../http/context.ts';
import { parseJson } from '../wire/json.ts';
import { readText } from './body.ts';

/**
 * Reads the request's body as JSON. Checks the type, encoding, size, UTF-8 and syntax, in that order.
 *
 * @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest
 */
export async function readJsonBody(ctx: ApiContext): Promise<unknown> {
  return parseJson(await readJsonText(ctx));
}

/**
 * Reads the text of a JSON body. Checks everything but its syntax.
 *
 * @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest
 */
export async function readJsonText(ctx: ApiContext): Promise<string> {
  requireJson(ctx.req);
  const text = await readText(ctx, limits.bodyBytes);
  if (text === '') throw invalid('', 'The body is empty');
  return text;
}

/** Returns whether a request has a body (RFC 9112, 6.3). */
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
