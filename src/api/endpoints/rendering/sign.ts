import * as v from 'valibot';
import type { Board } from '../../../model/board.ts';
import { Failure, invalid } from '../../../model/failure.ts';
import { checkFormat } from '../../../model/plan.ts';
import type { RenderRequest } from '../../../model/request.ts';
import { defaults, type ThemeName } from '../../../model/vocabulary.ts';
import type { TemplateSet } from '../../../templates/catalog.ts';
import { trackTitlesOf } from '../../../templates/track-titles.ts';
import { readJsonText } from '../../middleware/json-body.ts';
import { writeBoardLink } from '../../wire/board-link.ts';
import { component } from '../../wire/component.ts';
import { success, url } from '../../wire/fields.ts';
import { requestReader } from '../../wire/parse-render-request.ts';
import { renderRequestSchema } from '../../wire/render-request.ts';
import { signedPath } from '../../wire/signed-address.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleBase, renderRequestExamples } from './examples.ts';
import { callerOf } from './render.ts';

export interface SignPorts {
  readonly signingSecretOf: (keyId: string) => string;
  /** Returns what a request shows. @throws Failure invalidRequest, notFound */
  readonly boardOf: (request: RenderRequest) => Board;
  readonly templates: { readonly set: TemplateSet };
  readonly themes: readonly ThemeName[];
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string;
}

const signAnswerSchema = component(
  'SignAnswer',
  'A signed address.',
  v.object({ success, url: url('The address of the image, which is drawn when it is first fetched.') }),
);

export const sign = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sign',
  auth: 'key',
  docs: {
    name: 'sign',
    tag: 'Rendering',
    summary: 'Make a signed address',
    description:
      'Answers with an address that holds the whole request and is signed for the key, without drawing or charging anything. ' +
      'A request for it gets the image itself: see `GET /i/{file}`. `watermark` is not part of it.',
  },
  body: { schema: renderRequestSchema, examples: renderRequestExamples },
  answers: {
    200: {
      description: 'The address.',
      schema: signAnswerSchema,
      examples: {
        address: {
          summary: 'An address',
          value: {
            success: true,
            url: `${exampleBase}/i/0eyJwIjoiVGVhIiwiciI6WzFdfQ.webp?k=key_8YtR1mB6qKx0&s=Zr7wEoPcUuHf_5dLgJ2iav2MaGx3k9Qb`,
          },
        },
      },
    },
    400: {
      when: 'Something in the request is not valid, or the board fits into no address.',
      message: 'The board fits into no address',
    },
    404: 'There is no such template.',
  },
  handle: (ports: SignPorts) => {
    const readRequest = requestReader(ports.themes);
    return async ({ ctx }) => {
      const { keyId, plan } = callerOf(ctx);
      if (keyId === undefined) throw new Failure('unauthorized', 'An API key is required');
      const { request } = readRequest(await readJsonText(ctx));
      checkFormat(plan, request.format);
      ports.boardOf(request);
      const b = writeBoardLink(request, trackTitlesOf(ports.templates));
      if (b === undefined) throw invalid('', 'The board fits into no address');
      const { format = defaults.format, scale = defaults.scale } = request;
      const address = signedPath({ b, format, scale, keyId }, ports.signingSecretOf(keyId));
      return { success: true, url: `${ports.baseUrl()}${address}` };
    };
  },
});
