import * as v from 'valibot';
import { component } from './component.ts';
import { moment, success } from './fields.ts';

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In pixels, as it is stored.'));

/** The answer of `POST /api/v1/photos`. */
export const photoAnswerSchema = component(
  'PhotoAnswer',
  'A photo that was uploaded.',
  v.object({
    success,
    id: v.pipe(v.string(), v.description('Names the photo in items: `{"type": "photo", "id": "…"}`.')),
    width: pixels,
    height: pixels,
    expiresAt: v.pipe(moment, v.description('When it is deleted, unless it is drawn or shown before.')),
    deleteKey: v.optional(
      v.pipe(
        v.string(),
        v.description('For a visitor alone: allows deleting the photo. It is never shown again.'),
      ),
    ),
  }),
);
