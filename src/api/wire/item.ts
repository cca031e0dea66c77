import * as v from 'valibot';
import { looksLikeWebAddress } from '../../items/photos.ts';
import { limits } from '../../model/limits.ts';
import { webAddress, wholeNumber } from './fields.ts';
import { mustBe } from './messages.ts';
import { text } from './text.ts';

const label = text(
  limits.labelGraphemes,
  'A text to be drawn; one that begins with an emoji shows it large.',
);
const caption = text(limits.labelGraphemes, 'A caption, drawn on the picture.');

export const textItem = v.object({ type: v.literal('text'), label }, mustBe('an object'));

export const urlItem = v.object(
  { type: v.literal('url'), url: webAddress, label: v.optional(caption) },
  mustBe('an object'),
);

const itemObject = v.variant('type', [textItem, urlItem], 'must be "text" or "url"');

/** An entry of the request's `items`. */
export const poolItem = v.union([label, itemObject], mustBe('a text, or an object with a type'));

/** An address is longer than any label, and is no text to be drawn. */
const address = v.pipe(
  v.string(),
  v.description('Inline mode: the http:// or https:// address of a picture.'),
  v.check(looksLikeWebAddress),
  webAddress,
);

/** An entry of a tier's `items`: a reference into the pool or the template, or the item itself. */
export const placedItem = v.union(
  [wholeNumber, label, address, itemObject],
  mustBe('a whole number, a text, or an object with a type'),
);
