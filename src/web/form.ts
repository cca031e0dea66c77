import { readText } from '../api/middleware/body.ts';
import { Failure } from '../model/failure.ts';
import type { WebContext } from './context.ts';

const maxBytes = 16 * 1024;

/**
 * Reads the fields of a submitted form. Of a repeated name, the last value counts.
 *
 * @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest
 */
export async function readForm(ctx: WebContext): Promise<ReadonlyMap<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new Failure('unsupportedMediaType', 'The form must be sent as application/x-www-form-urlencoded');
  }
  return new Map(new URLSearchParams(await readText(ctx, maxBytes)));
}
