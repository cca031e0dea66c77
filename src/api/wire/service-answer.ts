import * as v from 'valibot';
import type { limits } from '../../model/limits.ts';
import { aspectRatios, formats, locales, modes } from '../../model/vocabulary.ts';

const most = (description: string) => v.pipe(v.number(), v.integer(), v.description(description));

const serviceLimitsSchema = v.object({
  poolItems: most('Entries of `items`.'),
  drawnTiles: most('Tiles of one picture, over all tiers.'),
  tiers: most('Rows.'),
  tracks: most('Entries of `tracks`.'),
  titleGraphemes: most('Characters of a title, as a reader counts them.'),
  tierTitleGraphemes: most('Characters of the title of a tier.'),
  labelGraphemes: most('Characters of a label.'),
  combiningMarksPerBase: most('Combining marks on one character.'),
  addressLength: most('Characters of the address of a picture.'),
  bodyBytes: most('Bytes of a request body.'),
  pictureBytes: most('Bytes of a picture from the web.'),
  keysPerAccount: most('API keys of one account.'),
}) satisfies v.GenericSchema<Record<keyof typeof limits, number>>;

const size = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In pixels at scale 1.'));

/** The answer of `GET /api/v1/render`. */
export const serviceAnswerSchema = v.object({
  success: v.literal(true),
  name: v.pipe(v.string(), v.description('`tierpress`')),
  version: v.pipe(v.string(), v.description('Of the program that answers, not of the API.')),
  modes: v.array(v.picklist(modes)),
  aspectRatios: v.array(v.object({ value: v.picklist(aspectRatios), width: size, height: size })),
  themes: v.pipe(v.array(v.string()), v.description('The built-in ones, and the own ones of this service.')),
  locales: v.array(v.picklist(locales)),
  formats: v.array(v.picklist(formats)),
  limits: v.pipe(serviceLimitsSchema, v.description('The most that one request may hold.')),
  cache: v.object({
    windowHours: v.pipe(
      v.number(),
      v.description('How long an identical request is answered with the same picture.'),
    ),
    imageLifeDays: v.pipe(v.number(), v.description('How long a picture is kept.')),
  }),
  docs: v.pipe(v.string(), v.description('The path of this description.')),
});
export type ServiceAnswerBody = v.InferOutput<typeof serviceAnswerSchema>;
