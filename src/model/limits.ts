/** Limits of a request. Texts are counted in graphemes, bodies in bytes. */
export const limits = {
  poolItems: 80,
  drawnTiles: 80,
  tiers: 30,
  tracks: 30,
  titleGraphemes: 200,
  tierTitleGraphemes: 200,
  labelGraphemes: 120,
  combiningMarksPerBase: 8,
  /** The longest emoji have 15, and a family of four with skin tones 19. */
  codeUnitsPerGrapheme: 32,
  /** Characters of a photo's address; proxies and browsers truncate longer ones. */
  addressLength: 2048,
  bodyBytes: 256 * 1024,
  pictureBytes: 2 * 1024 * 1024,
  /** Bytes of a photo that is uploaded. */
  uploadBytes: 4 * 1024 * 1024,
  keysPerAccount: 20,
} as const;

/** Maximum length of a key's name. It is separate because it is no limit of a render request. */
export const keyNameGraphemes = 100;
