import * as v from 'valibot';
import { limits } from '../../model/limits.ts';
import type { RenderRequest } from '../../model/request.ts';
import {
  aspectRatios,
  defaults,
  formats,
  imageErrorPolicies,
  locales,
  modes,
  scales,
  type ThemeName,
  themeNames,
} from '../../model/vocabulary.ts';
import { component } from './component.ts';
import { defaulted, flag, hexColor, list, object, oneOf, wholeNumber } from './fields.ts';
import { placedItem, poolItem } from './item.ts';
import { text } from './text.ts';

export const trackSchema = component(
  'Track',
  'The colour of the tiers with a title.',
  object({
    title: text(limits.tierTitleGraphemes, 'The title of the tier that the colour is for.'),
    color: v.optional(hexColor),
  }),
);

export const tierSchema = component(
  'Tier',
  'A row of the image.',
  object({
    title: text(limits.tierTitleGraphemes, 'The title of the row; may be empty.'),
    items: list(placedItem, { max: limits.drawnTiles }, 'The items of the row, in order; may be empty.'),
  }),
);

const themeOf = (themes: readonly ThemeName[]) =>
  defaulted(oneOf(themes), defaults.theme, 'How the image looks; never what it says.');

const description = 'What the image shows and how it looks. Unknown fields are ignored, with a warning.';

/** The body of `POST /api/v1/render`. Unknown fields are dropped. */
export const renderRequestSchema = component(
  'RenderRequest',
  description,
  object({
    mode: v.optional(
      v.pipe(
        oneOf(modes),
        v.description(
          'Where the items come from. Left out: `template` with a `templateId`, else `custom` with `items`, else ' +
            '`inline`.',
        ),
      ),
    ),
    templateId: v.optional(
      v.pipe(
        wholeNumber,
        v.description('The id of an official template; required in template mode.'),
        v.metadata({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      ),
    ),
    title: v.optional(
      text(
        limits.titleGraphemes,
        "The title of the image. Left out in template mode: the template's title; in the others: no title.",
      ),
    ),
    locale: defaulted(oneOf(locales), defaults.locale, "The language of a template's texts."),
    aspectRatio: defaulted(
      oneOf(aspectRatios),
      defaults.aspectRatio,
      'The shape of the image, width to height.',
    ),
    theme: themeOf(themeNames),
    watermark: defaulted(
      flag,
      false,
      'Whether the image carries a watermark. On the free plan it always does.',
    ),
    format: defaulted(
      oneOf(formats),
      defaults.format,
      'The format of the image file. `svg`: not on the free plan.',
    ),
    scale: defaulted(oneOf(scales), defaults.scale, '2: the same image with twice the pixels.'),
    onImageError: defaulted(
      oneOf(imageErrorPolicies),
      defaults.onImageError,
      'What happens when a photo cannot be loaded. `fail`: the request is refused. `placeholder`: a labelled tile ' +
        'replaces the photo, and a warning says so.',
    ),
    boardUrl: defaulted(
      flag,
      false,
      'Whether the answer has a `boardUrl`, the address of a page that opens this board. Nothing is stored for it.',
    ),
    tracks: v.optional(
      list(
        trackSchema,
        { max: limits.tracks },
        'Colours of tiers, matched by title. Other tiers get theirs from the theme.',
      ),
    ),
    items: v.optional(
      list(poolItem, { max: limits.poolItems }, 'The pool of custom mode, into which the tiers point.'),
    ),
    tiers: list(
      tierSchema,
      { min: 1, max: limits.tiers },
      'The rows, from the top down. Only these are drawn.',
    ),
  }),
) satisfies v.GenericSchema<unknown, RenderRequest>;

/** Returns the schema for a service with these themes. */
export function renderRequestSchemaFor(themes: readonly ThemeName[]) {
  return v.pipe(
    object({ ...renderRequestSchema.entries, theme: themeOf(themes) }),
    v.description(description),
  );
}
