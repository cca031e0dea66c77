import * as v from 'valibot';

/** The body of every answer that is no success. */
export const errorAnswerSchema = v.object({
  success: v.literal(false),
  message: v.pipe(
    v.string(),
    v.description('Where and what, for people: `tiers[2].items[0]: index 7 is outside the pool of 5 items`.'),
  ),
});
