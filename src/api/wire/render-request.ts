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
import { flag, hexColor, list, oneOf, wholeNumber } from './fields.ts';
import { placedItem, poolItem } from './item.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

export const trackSchema = v.object(
  {
    title: text(limits.tierTitleGraphemes, 'The title of the tier that the colour is for.'),
    color: v.optional(hexColor),
  },
  mustBe('an object'),
);

export const tierSchema = v.object(
  {
    title: text(limits.tierTitleGraphemes, 'What the row is called; may be empty.'),
    items: list(
      placedItem,
      { max: limits.drawnTiles },
      'What stands in the row, in this order; may be empty.',
    ),
  },
  mustBe('an object'),
);

const described = <const TSchema extends v.GenericSchema>(schema: TSchema, description: string) =>
  v.pipe(schema, v.description(description));

function themeOf(themes: readonly ThemeName[]) {
  const description = `How the picture looks; never what it says. Left out: \`${defaults.theme}\`.`;
  return v.optional(described(oneOf(themes), description));
}

/** The body of `POST /api/v1/render`. Fields that it doesn't know are left out. */
export const renderRequestSchema = v.object(
  {
    mode: v.optional(
      described(
        oneOf(modes),
        'Where the items come from. Left out: `template` with a `templateId`, else `custom` with `items`, else `inline`.',
      ),
    ),
    templateId: v.optional(
      described(wholeNumber, 'The id of an official template; needed in template mode.'),
    ),
    title: v.optional(
      text(
        limits.titleGraphemes,
        "The title of the picture. Left out in template mode: the template's title; in the others: no title.",
      ),
    ),
    locale: v.optional(
      described(oneOf(locales), `The language of a template's texts. Left out: \`${defaults.locale}\`.`),
    ),
    aspectRatio: v.optional(
      described(
        oneOf(aspectRatios),
        `The shape of the picture, width to height. Left out: \`${defaults.aspectRatio}\`.`,
      ),
    ),
    theme: themeOf(themeNames),
    watermark: v.optional(
      described(
        flag,
        'Whether the picture carries a watermark. Left out: none. On the free plan there always is one.',
      ),
    ),
    format: v.optional(
      described(oneOf(formats), `The kind of image file. Left out: \`${defaults.format}\`.`),
    ),
    scale: v.optional(
      described(oneOf(scales), `2: the same picture with twice the pixels. Left out: ${defaults.scale}.`),
    ),
    onImageError: v.optional(
      described(
        oneOf(imageErrorPolicies),
        'What becomes of the request when a picture cannot be had. `fail`: it is refused. `placeholder`: a labelled ' +
          `tile stands in its place, and a warning says so. Left out: \`${defaults.onImageError}\`.`,
      ),
    ),
    tracks: v.optional(
      list(
        trackSchema,
        { max: limits.tracks },
        'Colours of tiers, found by title. Others get theirs from the theme.',
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
  },
  mustBe('an object'),
) satisfies v.GenericSchema<unknown, RenderRequest>;

/** The same body, for a service with these themes. */
export function renderRequestSchemaFor(themes: readonly ThemeName[]) {
  return v.object({ ...renderRequestSchema.entries, theme: themeOf(themes) }, mustBe('an object'));
}
