/** What one request may hold. Texts are counted in graphemes, bodies in bytes. */
export const limits = {
  poolItems: 80,
  drawnTiles: 80,
  tiers: 30,
  tracks: 30,
  titleGraphemes: 200,
  tierTitleGraphemes: 200,
  labelGraphemes: 120,
  combiningMarksPerBase: 8,
  /** Characters of a picture's address; longer ones are cut by proxies and browsers. */
  addressLength: 2048,
  bodyBytes: 256 * 1024,
  pictureBytes: 2 * 1024 * 1024,
  keysPerAccount: 20,
} as const;

/** Characters of a key's name; no limit of a render request, so it is not told among those. */
export const keyNameGraphemes = 100;
