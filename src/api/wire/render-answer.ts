import * as v from 'valibot';
import { aspectRatios } from '../../model/words.ts';
import type { RenderAnswer } from '../../render/render.ts';

/** The body of a successful `POST /api/v1/render`. */
export const renderAnswerSchema = v.object({
  success: v.literal(true),
  renderId: v.string(),
  imageUrl: v.pipe(v.string(), v.url()),
  imagePath: v.string(),
  width: v.pipe(v.number(), v.integer()),
  height: v.pipe(v.number(), v.integer()),
  aspectRatio: v.picklist(aspectRatios),
  cached: v.boolean(),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  title: v.string(),
  warnings: v.optional(v.array(v.string())),
});

export type RenderAnswerBody = v.InferOutput<typeof renderAnswerSchema>;

/** @param baseUrl without a trailing slash */
export function renderAnswerBody(
  answer: RenderAnswer,
  requestWarnings: readonly string[],
  baseUrl: string,
): RenderAnswerBody {
  const warnings = [...requestWarnings, ...answer.warnings];
  return {
    success: true,
    renderId: answer.renderId,
    imageUrl: `${baseUrl}${answer.imagePath}`,
    imagePath: answer.imagePath,
    width: answer.width,
    height: answer.height,
    aspectRatio: answer.aspectRatio,
    cached: answer.cached,
    expiresAt: answer.expiresAt.toISOString(),
    title: answer.title,
    ...(warnings.length > 0 && { warnings }),
  };
}
