import { boardPath } from '../../../model/addresses.ts';
import { invalid } from '../../../model/failure.ts';
import { idempotencyKeyPattern } from '../../../model/idempotency-key.ts';
import type { RenderRequest } from '../../../model/request.ts';
import type { ThemeName } from '../../../model/vocabulary.ts';
import type { Caller } from '../../../render/ports.ts';
import type { RenderAnswer, RenderCall } from '../../../render/render.ts';
import type { TemplateSet } from '../../../templates/catalog.ts';
import { trackTitlesOf } from '../../../templates/track-titles.ts';
import type { ApiContext } from '../../http/context.ts';
import { RequestDeadline } from '../../http/request-deadline.ts';
import { readJsonText } from '../../middleware/json-body.ts';
import { pageIdOf, writeBoardLink } from '../../wire/board-link.ts';
import { type ParsedRequest, requestReader } from '../../wire/parse-render-request.ts';
import { type RenderAnswerBody, renderAnswerBody, renderAnswerSchema } from '../../wire/render-answer.ts';
import { renderRequestSchema } from '../../wire/render-request.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { renderAnswerExamples, renderRequestExamples } from './examples.ts';

export interface RenderPorts {
  readonly render: (call: RenderCall) => Promise<RenderAnswer>;
  /** Where clients reach images, without a trailing slash. */
  readonly imageBaseUrl: () => string;
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
  /** The themes that a request may name. */
  readonly themes: readonly ThemeName[];
  readonly templates: { readonly set: Pick<TemplateSet, 'find'> };
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string;
}

export const render = defineEndpoint({
  method: 'POST',
  path: '/api/v1/render',
  auth: 'key',
  isFrequent: true,
  docs: {
    name: 'render',
    tag: 'Rendering',
    summary: 'Make an image',
    description:
      'Draws the ranking and answers with the address of the finished image, usually within a second; one with many ' +
      'photos from the web can take half a minute, so wait for up to 60 seconds.\n\n' +
      'The same request within the cache window is answered with the same image (`cached`). Requests that differ only ' +
      'in the order of fields, or in defaults written out, are the same.\n\n' +
      'A valid request counts against the quota of the account, over all its keys. A request that is refused with 400 ' +
      'or 404, or that fails because of the service, does not. Requests that fail because of their photos have an ' +
      'allowance of their own. With an `Idempotency-Key`, a request that is sent again is charged once.',
  },
  requestHeaders: {
    'Idempotency-Key': {
      description:
        'A unique text of yours, such as a UUID, that makes it safe to send a request again after a lost answer: for ' +
        'one day, requests of the account with the same key are charged once. A charge that was given back, because ' +
        'the request failed, is made again. A key that was used for another request is refused with 400.',
      example: '5f0c8f2e-6f0a-4a53-9d0a-0c6b6b3f6f0e',
      pattern: idempotencyKeyPattern,
    },
  },
  body: { schema: renderRequestSchema, examples: renderRequestExamples },
  answers: {
    200: {
      description: 'The image is finished.',
      schema: renderAnswerSchema,
      examples: renderAnswerExamples,
    },
    400: {
      when: 'Something in the request is not valid, or a photo from the web cannot be loaded.',
      message: 'tiers[2].items[0]: index 7 is outside the pool of 5 items',
    },
    404: 'There is no such template.',
    408: 'The request took too long to arrive.',
    429: 'The quota is used up, or too many requests have failed; `Retry-After` says when to try again.',
    503: 'There is no capacity at the moment. Nothing is charged.',
  },
  // The text is read instead of the parsed body: identical texts are parsed only once.
  handle: (ports: RenderPorts) => {
    const readRequest = requestReader(ports.themes);
    return async ({ ctx }) => await renderFor(ctx, readRequest(await readJsonText(ctx)), ports);
  },
});

/** Renders for the caller of an HTTP request, in its time and with its idempotency key. */
export async function renderFor(
  ctx: ApiContext,
  { request, warnings }: ParsedRequest,
  ports: RenderPorts,
): Promise<RenderAnswerBody> {
  const idempotencyKey = idempotencyKeyOf(ctx);
  const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
  try {
    const answer = await ports.render({ request, caller: callerOf(ctx), idempotencyKey, deadline });
    ctx.state.quotaStatus = answer.quotaStatus;
    const boardUrl = request.boardUrl ? boardUrlOf(request, ports) : undefined;
    const allWarnings = request.boardUrl && boardUrl === undefined ? [...warnings, noBoardUrl] : warnings;
    return renderAnswerBody(answer, allWarnings, ports.imageBaseUrl(), boardUrl);
  } finally {
    deadline.end();
  }
}

const noBoardUrl = 'boardUrl: the board fits into no address';

/** Returns undefined for a board that fits into no address. */
function boardUrlOf(request: RenderRequest, { templates, baseUrl }: RenderPorts): string | undefined {
  const b = writeBoardLink(request, trackTitlesOf(templates));
  return b && `${baseUrl()}${boardPath({ templateId: pageIdOf(request), b })}`;
}

/** Returns the caller that a middleware has identified. */
export function callerOf(ctx: ApiContext): Caller {
  if (ctx.state.identity === undefined) throw new Error('the caller has not been identified');
  return ctx.state.identity;
}

const validKey = new RegExp(idempotencyKeyPattern);

/** @throws Failure invalidRequest; also for a header that is given twice, whose values Node joins with a space */
function idempotencyKeyOf({ req }: ApiContext): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && validKey.test(key)) return key;
  throw invalid('Idempotency-Key', 'must be 1 to 64 visible ASCII characters');
}
