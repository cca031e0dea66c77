import * as v from 'valibot';
import type { limits } from '../../model/limits.ts';
import { aspectRatios, formats, locales, modes } from '../../model/vocabulary.ts';
import { component } from './component.ts';
import { success } from './fields.ts';

const limit = (description: string) => v.pipe(v.number(), v.integer(), v.description(description));

const serviceLimitsSchema = v.object({
  poolItems: limit('Entries of `items`.'),
  drawnTiles: limit('Tiles of one image, over all tiers.'),
  tiers: limit('Rows.'),
  tracks: limit('Entries of `tracks`.'),
  titleGraphemes: limit('Characters of a title, as a reader counts them.'),
  tierTitleGraphemes: limit('Characters of the title of a tier.'),
  labelGraphemes: limit('Characters of a label.'),
  combiningMarksPerBase: limit('Combining marks on one character.'),
  codeUnitsPerGrapheme: limit('UTF-16 code units joined into one character.'),
  addressLength: limit('Characters of the address of a photo.'),
  bodyBytes: limit('Bytes of a request body.'),
  pictureBytes: limit('Bytes of a photo from the web.'),
  uploadBytes: limit('Bytes of a photo that is uploaded.'),
  keysPerAccount: limit('API keys of one account.'),
}) satisfies v.GenericSchema<Record<keyof typeof limits, number>>;

const size = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In pixels at scale 1.'));

/** The answer of `GET /api/v1/render`. */
export const serviceAnswerSchema = component(
  'ServiceAnswer',
  'What this service can do.',
  v.object({
    success,
    name: v.pipe(v.string(), v.description('`tierpress`')),
    version: v.pipe(v.string(), v.description('Of the program that answers, not of the API.')),
    modes: v.array(v.picklist(modes)),
    aspectRatios: v.array(v.object({ value: v.picklist(aspectRatios), width: size, height: size })),
    themes: v.pipe(v.array(v.string()), v.description("The built-in themes and this service's own.")),
    locales: v.array(v.picklist(locales)),
    formats: v.array(v.picklist(formats)),
    limits: v.pipe(serviceLimitsSchema, v.description('The most that one request may hold.')),
    cache: v.object({
      windowHours: v.pipe(
        v.number(),
        v.description('How long an identical request is answered with the same image.'),
      ),
      imageLifeDays: v.pipe(v.number(), v.description('How long an image is stored.')),
    }),
    docs: v.pipe(v.string(), v.description('The path of this document.')),
  }),
);
export type ServiceAnswerBody = v.InferOutput<typeof serviceAnswerSchema>;
