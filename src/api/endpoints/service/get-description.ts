import { hash } from 'node:crypto';
import { paths } from '../../../model/addresses.ts';
import { notModified } from '../../http/etag.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export interface DescriptionPorts {
  /** Builds the OpenAPI document. Called on the first request, when the base URL is known. */
  readonly describe: () => Promise<object>;
}

/** The document does not change while the service runs, so it is built once, on the first request. */
export const getDescription = defineEndpoint({
  method: 'GET',
  path: paths.openApi,
  auth: 'none',
  docs: { name: 'getDescription', tag: 'Service', summary: 'This document', description: 'OpenAPI 3.1.' },
  answers: {
    200: {
      description: 'The document.',
      headers: ['ETag', 'Cache-Control'],
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    304: { description: 'The client has the current document.', headers: ['ETag', 'Cache-Control'] },
  },
  handle: ({ describe }: DescriptionPorts) => {
    let document: Promise<Document> | undefined;
    return async ({ ctx }) => {
      document ??= documentOf(describe());
      const { text, etag } = await document;
      ctx.set('Cache-Control', 'public, max-age=3600');
      if (notModified(ctx, etag)) return;
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = text;
    };
  },
});

interface Document {
  readonly text: string;
  readonly etag: string;
}

async function documentOf(description: Promise<object>): Promise<Document> {
  const text = JSON.stringify(await description);
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"` };
}
