import * as v from 'valibot';
import { limits } from '../../model/limits.ts';
import type { RenderRequest } from '../../model/request.ts';
import {
  aspectRatios,
  formats,
  imageErrorPolicies,
  locales,
  modes,
  scales,
  themeNames,
} from '../../model/words.ts';
import { flag, hexColor, list, oneOf, wholeNumber } from './fields.ts';
import { placedItem, poolItem } from './item.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

export const trackSchema = v.object(
  { title: text(limits.tierTitleGraphemes), color: v.optional(hexColor) },
  mustBe('an object'),
);

export const tierSchema = v.object(
  { title: text(limits.tierTitleGraphemes), items: list(placedItem, { max: limits.drawnTiles }) },
  mustBe('an object'),
);

/** The body of `POST /api/v1/render`. Fields that it doesn't know are left out. */
export const renderRequestSchema = v.object(
  {
    mode: v.optional(oneOf(modes)),
    templateId: v.optional(wholeNumber),
    title: v.optional(text(limits.titleGraphemes)),
    locale: v.optional(oneOf(locales)),
    aspectRatio: v.optional(oneOf(aspectRatios)),
    theme: v.optional(oneOf(themeNames)),
    watermark: v.optional(flag),
    format: v.optional(oneOf(formats)),
    scale: v.optional(oneOf(scales)),
    onImageError: v.optional(oneOf(imageErrorPolicies)),
    tracks: v.optional(list(trackSchema, { max: limits.tracks })),
    items: v.optional(list(poolItem, { max: limits.poolItems })),
    tiers: list(tierSchema, { min: 1, max: limits.tiers }),
  },
  mustBe('an object'),
) satisfies v.GenericSchema<unknown, RenderRequest>;
