import getRawBody from 'raw-body';
import { Failure, invalid } from '../model/failure.ts';
import type { WebContext } from './context.ts';

const mostBytes = 16 * 1024;

/** The fields of a form that a page has sent; a name that stands there twice counts once. */
export async function readForm(ctx: WebContext): Promise<ReadonlyMap<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new Failure('unsupportedMediaType', 'The form must be sent as application/x-www-form-urlencoded');
  }
  let text: string;
  try {
    const length = ctx.req.headers['content-length'] ?? null;
    text = await getRawBody(ctx.req, { limit: mostBytes, length, encoding: 'utf8' });
  } catch {
    // raw-body's error carries what it has read; it goes no further than here.
    ctx.set('Connection', 'close');
    throw invalid('', 'The form is too large or was cut off');
  }
  return new Map(new URLSearchParams(text));
}
