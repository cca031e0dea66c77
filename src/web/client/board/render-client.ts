import * as v from 'valibot';
import { failureHeader } from '../../tier/failure-header.ts';
import type { BoardRequest } from './request.ts';

/** An image that the service has drawn. */
export interface RenderedImage {
  /** An absolute address. */
  readonly imageUrl: string;
  readonly imagePath: string;
  readonly width: number;
  readonly height: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly warnings?: readonly string[] | undefined;
}

type RenderOutcome =
  | { readonly kind: 'drawn'; readonly image: RenderedImage }
  /** The service can draw it after a number of seconds. */
  | { readonly kind: 'wait'; readonly code: string; readonly seconds: number }
  | { readonly kind: 'failed'; readonly failure: RenderFailure };

export interface RenderFailure {
  /** A code from src/model/failure.ts, or `noConnection`. */
  readonly code: string;
  /** The service's own message, in English. */
  readonly message: string;
}

export type RenderImage = (request: BoardRequest, signal?: AbortSignal) => Promise<RenderOutcome>;

const answerSchema = v.variant('success', [
  v.object({
    success: v.literal(true),
    imageUrl: v.string(),
    imagePath: v.string(),
    width: v.number(),
    height: v.number(),
    expiresAt: v.string(),
    warnings: v.optional(v.array(v.string())),
  }),
  v.object({ success: v.literal(false), message: v.string() }),
]);

const maxCached = 100;

/**
 * Returns a function that requests images from the service. It caches the answers, so undoing a change requests nothing.
 *
 * @param address takes the same body as `POST /api/v1/render`
 */
export function createRenderClient(address: string): RenderImage {
  const cache = new Map<string, RenderedImage>();
  return async (request, signal) => {
    const body = JSON.stringify(request);
    const found = cache.get(body);
    if (found !== undefined && Date.parse(found.expiresAt) > Date.now()) {
      return { kind: 'drawn', image: found };
    }
    let response: Response;
    let answer: v.InferOutput<typeof answerSchema>;
    try {
      response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        ...(signal && { signal }),
      });
      answer = v.parse(answerSchema, await response.json());
    } catch {
      return { kind: 'failed', failure: { code: 'noConnection', message: '' } };
    }
    if (answer.success) {
      const { success: _, ...image } = answer;
      cache.set(body, image);
      for (const oldest of [...cache.keys()].slice(0, -maxCached)) cache.delete(oldest);
      return { kind: 'drawn', image };
    }
    const code = response.headers.get(failureHeader) ?? '';
    const seconds = Number(response.headers.get('Retry-After') ?? 0);
    if (seconds > 0) return { kind: 'wait', code, seconds };
    return { kind: 'failed', failure: { code, message: answer.message } };
  };
}
