import type { PhotoItem } from '../model/board.ts';

/** Returns the tile of an item of type `url`. */
export function photoTile(item: { readonly url: string; readonly label?: string | undefined }): PhotoItem {
  return { kind: 'picture', address: item.url, label: item.label ?? '' };
}

/**
 * Whether a whole text has the form of a web address, valid or not. A sentence that begins with an address does not.
 */
export function looksLikeWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/iu.test(text);
}

/** Whether a whole text is a valid absolute `http://` or `https://` address. */
export function isWebAddress(text: string): boolean {
  return looksLikeWebAddress(text) && URL.canParse(text);
}
