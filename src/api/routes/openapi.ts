import { hash } from 'node:crypto';
import type { ThemeName } from '../../model/vocabulary.ts';
import type { ApiContext } from '../http/context.ts';
import { etagMatches } from '../http/etag.ts';

/** A text and its tag. */
interface Described {
  readonly body: string;
  readonly etag: string;
}

/**
 * `GET /api/v1/openapi.json`: the description of the API. Made when first asked for; it never changes while the service
 * runs.
 *
 * @param baseUrl known once the service listens
 */
export function openApi(themes: readonly ThemeName[], baseUrl: () => string) {
  let described: Promise<Described> | undefined;
  return async (ctx: ApiContext): Promise<void> => {
    described ??= describe(themes, new URL(baseUrl()).pathname);
    const { body, etag } = await described;
    ctx.status = 200;
    ctx.set('ETag', etag);
    ctx.set('Cache-Control', 'public, max-age=3600');
    if (etagMatches(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = body;
  };
}

async function describe(themes: readonly ThemeName[], root: string): Promise<Described> {
  const { openApiDocument } = await import('../openapi/document.ts');
  const body = JSON.stringify(openApiDocument(themes, root));
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"` };
}
