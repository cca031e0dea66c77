import * as v from 'valibot';
import { component } from './component.ts';
import { success } from './fields.ts';

/** The body of every answer with a status of 400 or more. */
export const errorAnswerSchema = component(
  'Error',
  'Why the request failed.',
  v.object({
    success: v.literal(false),
    message: v.pipe(
      v.string(),
      v.description(
        'Where and what, for people: `tiers[2].items[0]: index 7 is outside the pool of 5 items`.',
      ),
    ),
  }),
);

/** The answer of an operation that returns no data. */
export const doneAnswerSchema = component(
  'Done',
  'The operation succeeded; it returns no data.',
  v.object({ success }),
);
