import * as v from 'valibot';
import { failureHeader } from '../../tier/failure-header.ts';
import type { BoardRequest } from './request.ts';

/** A picture that the service has drawn. */
export interface Drawn {
  /** Absolute. */
  readonly imageUrl: string;
  readonly imagePath: string;
  readonly width: number;
  readonly height: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly warnings?: readonly string[] | undefined;
}

type Outcome =
  | { readonly kind: 'drawn'; readonly picture: Drawn }
  /** Not now; again in so many seconds. */
  | { readonly kind: 'later'; readonly code: string; readonly seconds: number }
  | { readonly kind: 'failed'; readonly failure: DrawFailure };

export interface DrawFailure {
  /** A code of the failure catalogue (src/model/failure.ts), or `noConnection`. */
  readonly code: string;
  /** What the service says of it, in English. */
  readonly message: string;
}

export type Draw = (request: BoardRequest, signal?: AbortSignal) => Promise<Outcome>;

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

const maxRemembered = 100;

/**
 * Has pictures drawn, each once as long as it is remembered: undoing costs nothing.
 *
 * @param address that takes what `POST /api/v1/render` takes
 */
export function drawer(address: string): Draw {
  const known = new Map<string, Drawn>();
  return async (request, signal) => {
    const body = JSON.stringify(request);
    const found = known.get(body);
    if (found !== undefined && Date.parse(found.expiresAt) > Date.now()) {
      return { kind: 'drawn', picture: found };
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
      const { success: _, ...picture } = answer;
      known.set(body, picture);
      for (const oldest of [...known.keys()].slice(0, -maxRemembered)) known.delete(oldest);
      return { kind: 'drawn', picture };
    }
    const code = response.headers.get(failureHeader) ?? '';
    const seconds = Number(response.headers.get('Retry-After') ?? 0);
    if (seconds > 0) return { kind: 'later', code, seconds };
    return { kind: 'failed', failure: { code, message: answer.message } };
  };
}
