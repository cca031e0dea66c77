import { invalid } from '../model/failure.ts';
import { isWebAddress, photoTile } from './photos.ts';
import type { Found, ItemSource } from './place.ts';
import { quoted } from './quoted.ts';

/** Reads entries in inline mode: each entry is the item itself, a text or a photo. */
export const inlineItems: ItemSource = (entry, path) => {
  if (typeof entry === 'number') {
    throw invalid(
      path,
      `expected an item (a text or an object), not the number ${entry}: inline mode has no pool`,
    );
  }
  if (typeof entry === 'string') {
    if (isWebAddress(entry)) return photo(entry, undefined, path);
    return words(entry);
  }
  if (entry.type === 'url') return photo(entry.url, entry.label, `${path}.url`);
  if (entry.type === 'photo') return photo(entry.id, entry.label, `${path}.id`);
  // Declared as text, so an address is drawn as text.
  return words(entry.label);
};

function photo(address: string, label: string | undefined, photoPath: string): Found {
  return { tile: photoTile(address, label), identity: `the picture ${quoted(address)}`, photoPath };
}

/** Returns a text tile. Equal texts are the same item; blank tiles are spacers and never the same. */
function words(label: string): Found {
  return { tile: { kind: 'text', label }, identity: label === '' ? null : quoted(label) };
}
