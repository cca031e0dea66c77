import type { PhotoItem } from '../model/board.ts';

/** Returns the tile of a photo. @param address on the web, or the id of an uploaded photo */
export function photoTile(address: string, label = ''): PhotoItem {
  return { kind: 'picture', address, label };
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
