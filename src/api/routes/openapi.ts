import { hash } from 'node:crypto';
import type { ThemeName } from '../../model/words.ts';
import type { ApiContext } from '../context.ts';
import { isKnown } from '../known-tag.ts';
import { openApiDocument } from '../openapi/document.ts';

/** `GET /api/v1/openapi.json`: the description of the API. It never changes while the service runs. */
export function openApi(themes: readonly ThemeName[]) {
  const body = JSON.stringify(openApiDocument(themes));
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  return (ctx: ApiContext): void => {
    ctx.status = 200;
    ctx.set('ETag', etag);
    ctx.set('Cache-Control', 'public, max-age=3600');
    if (isKnown(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = body;
  };
}
