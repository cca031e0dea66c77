import * as v from 'valibot';
import { aspectRatios } from '../../model/vocabulary.ts';
import type { RenderAnswer } from '../../render/render.ts';
import { component } from './component.ts';
import { moment, success, url } from './fields.ts';

/** The answer of `POST /api/v1/render`. */
export const renderAnswerSchema = component(
  'RenderAnswer',
  'Where the finished image is.',
  v.object({
    success,
    renderId: v.pipe(
      v.string(),
      v.description('Opaque. The same for identical requests within the cache window.'),
    ),
    imageUrl: url('The absolute address of the image.'),
    imagePath: v.pipe(v.string(), v.description('Its path below the address of the service.')),
    width: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In pixels.')),
    height: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In pixels.')),
    aspectRatio: v.picklist(aspectRatios),
    cached: v.pipe(v.boolean(), v.description('Whether nothing was drawn for this answer.')),
    expiresAt: v.pipe(moment, v.description('When the image is deleted.')),
    title: v.pipe(v.string(), v.description('The title as drawn; empty without one.')),
    boardUrl: v.optional(
      url(
        'The address of a page that opens this board; absent unless it is requested, and for a board that fits into no address.',
      ),
    ),
    warnings: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description('What was ignored or did not fit; absent when there is nothing to report.'),
      ),
    ),
  }),
);

export type RenderAnswerBody = v.InferOutput<typeof renderAnswerSchema>;

/**
 * Returns the body of the answer.
 *
 * @param imageBaseUrl where clients reach images, without a trailing slash
 * @param boardUrl of the page that opens the board, if there is to be one
 */
export function renderAnswerBody(
  answer: RenderAnswer,
  requestWarnings: readonly string[],
  imageBaseUrl: string,
  boardUrl: string | undefined,
): RenderAnswerBody {
  const warnings = [...requestWarnings, ...answer.warnings];
  const body: RenderAnswerBody = {
    success: true,
    renderId: answer.renderId,
    imageUrl: `${imageBaseUrl}${answer.imagePath}`,
    imagePath: answer.imagePath,
    width: answer.width,
    height: answer.height,
    aspectRatio: answer.aspectRatio,
    cached: answer.cached,
    expiresAt: answer.expiresAt.toISOString(),
    title: answer.title,
    ...(boardUrl !== undefined && { boardUrl }),
  };
  return warnings.length > 0 ? { ...body, warnings } : body;
}
