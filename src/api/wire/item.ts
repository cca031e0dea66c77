import * as v from 'valibot';
import { looksLikeWebAddress } from '../../items/photos.ts';
import { alternatives } from '../../model/alternatives.ts';
import { limits } from '../../model/limits.ts';
import { photoFormats, photoIdPattern } from '../../model/photo.ts';
import { component } from './component.ts';
import { object, webAddress, webAddressForm, wholeNumber } from './fields.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

const label = text(limits.labelGraphemes, 'A text to draw; one that begins with an emoji shows it large.');
const caption = text(limits.labelGraphemes, 'A caption, drawn on the photo.');

export const textItem = component('TextItem', 'A text tile.', object({ type: v.literal('text'), label }));

export const urlItem = component(
  'PictureItem',
  `A photo from the web: ${alternatives(Object.values(photoFormats).map(({ name }) => name))}, at most ${limits.pictureBytes / 1024 ** 2} MB.`,
  object({ type: v.literal('url'), url: webAddress, label: v.optional(caption) }),
);

export const photoItem = component(
  'UploadedPhotoItem',
  'A photo that was uploaded with `POST /api/v1/photos`.',
  object({
    type: v.literal('photo'),
    id: v.pipe(
      v.string(mustBe('the id of an uploaded photo')),
      v.regex(photoIdPattern, 'must be the id of an uploaded photo, such as "photo_…"'),
      v.description('The id from the answer to the upload.'),
    ),
    label: v.optional(caption),
  }),
);

const itemObject = v.variant('type', [textItem, urlItem, photoItem], 'must be "text", "url" or "photo"');

/** An entry of the request's `items`. */
export const poolItem = component(
  'PoolItem',
  'An entry of the pool: a plain text is a text tile.',
  v.union([label, itemObject], mustBe('a text, or an object with a type')),
);

/** The address of a photo, which may be longer than a label. */
const address = v.pipe(
  v.string(),
  v.metadata(webAddressForm),
  v.description('Inline mode: the http:// or https:// address of a photo.'),
  v.check(looksLikeWebAddress),
  webAddress,
);

/** An entry of a tier's `items`: a reference into the pool or the template, or the item itself. */
export const placedItem = component(
  'PlacedItem',
  'Template mode: a reference such as `item_3`. Custom mode: a zero-based index into `items`. Inline mode: the item ' +
    'itself, as a text, as the address of a photo, or as an object.',
  v.union(
    [
      v.pipe(wholeNumber, v.metadata({ minimum: 0, maximum: limits.poolItems - 1 })),
      label,
      address,
      itemObject,
    ],
    mustBe('a whole number, a text, or an object with a type'),
  ),
);
