/** What the stores are called in the data directory. */
export const fileNames = {
  keys: 'keys.json',
  sessions: 'sessions.json',
  usage: 'usage.journal',
  renders: 'renders.journal',
  images: 'images',
  photos: 'photos',
  photoRecords: 'photos.journal',
} as const;
