import type { PhotoItem } from '../model/board.ts';

/** The tile of an item of type `url`. */
export function photoTile(item: { readonly url: string; readonly label?: string | undefined }): PhotoItem {
  return { kind: 'picture', address: item.url, label: item.label ?? '' };
}

/** Whether a text is meant as an address as a whole, sound or not. A sentence that begins with one is not. */
export function looksLikeWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/iu.test(text);
}

/** Whether a text is, as a whole, an absolute `http://` or `https://` address. */
export function isWebAddress(text: string): boolean {
  return looksLikeWebAddress(text) && URL.canParse(text);
}
