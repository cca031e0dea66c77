import * as v from 'valibot';
import { postBoard, type Refusal } from './post-board.ts';
import type { BoardRequest } from './request.ts';

/** An image that the service has drawn. */
export interface RenderedImage {
  /** An absolute address. */
  readonly imageUrl: string;
  readonly imagePath: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

type RenderOutcome = { readonly kind: 'drawn'; readonly image: RenderedImage } | Refusal;

/** Requests an image, which counts against the quota. */
export type RenderImage = (request: BoardRequest) => Promise<RenderOutcome>;

const answerSchema = v.object({ imageUrl: v.string(), imagePath: v.string(), expiresAt: v.string() });

const maxCached = 100;

/**
 * Returns a function that requests images from the service. It caches the answers, so the same image is requested once.
 *
 * @param address takes the same body as `POST /api/v1/render`
 */
export function createRenderClient(address: string): RenderImage {
  const cache = new Map<string, RenderedImage>();
  return async (request) => {
    const body = JSON.stringify(request);
    const found = cache.get(body);
    if (found !== undefined && Date.parse(found.expiresAt) > Date.now()) {
      return { kind: 'drawn', image: found };
    }
    return postBoard(address, body, async (response) => {
      const image = v.parse(answerSchema, await response.json());
      cache.set(body, image);
      for (const oldest of [...cache.keys()].slice(0, -maxCached)) cache.delete(oldest);
      return { kind: 'drawn', image };
    });
  };
}
