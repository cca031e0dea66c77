import type { Picture, RenderOrder } from '../model/board.ts';
import type { Format } from '../model/words.ts';

/** Draws and encodes. Rejects with `rendererFailed` when the picture could not be made in time or at all. */
export interface Renderer {
  render(order: RenderOrder): Promise<Picture>;
}

/** Keeps finished pictures. What `save` has answered survives a crash. */
export interface ImageStore {
  /** Stores the bytes until `expiresAt` and answers with the new renderId: opaque, not guessable. */
  save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string>;
}
