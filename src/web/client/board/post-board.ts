import * as v from 'valibot';
import { failureHeader } from '../../tier/failure-header.ts';

/** An answer other than a drawing. */
export type Refusal =
  /** The service can draw it after a number of seconds. */
  | {
      readonly kind: 'wait';
      readonly code: string;
      readonly seconds: number;
      /** The service's own message, in English. */
      readonly message: string;
      /** The quota that is used up, if it is one. */
      readonly usedUp?: 'minute' | 'day' | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: RenderFailure };

export interface RenderFailure {
  /** A code from src/model/failure.ts, `noConnection`, or empty. */
  readonly code: string;
  /** The service's own message, in English. */
  readonly message: string;
}

const refusalSchema = v.object({ success: v.literal(false), message: v.string() });

/**
 * Posts a board's request. Resolves with what `read` makes of a 200, and with a refusal for any other answer, or for none.
 *
 * @param body JSON
 */
export async function postBoard<T>(
  address: string,
  body: string,
  read: (response: Response) => Promise<T>,
): Promise<T | Refusal> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body });
    return response.ok ? await read(response) : await readRefusal(response);
  } catch {
    return { kind: 'failed', failure: { code: 'noConnection', message: '' } };
  }
}

/** Reads an answer that is an error. A proxy in front of the service may send one that is no JSON. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const answer = v.safeParse(refusalSchema, await response.json().catch(() => undefined));
  const message = answer.success ? answer.output.message : '';
  const code = response.headers.get(failureHeader) ?? '';
  const seconds = Number(response.headers.get('Retry-After') ?? 0);
  if (!(seconds > 0)) return { kind: 'failed', failure: { code, message } };
  return { kind: 'wait', code, seconds, message, usedUp: usedUpIn(response) };
}

/** Returns the longest window whose quota is used up, from the `RateLimit` field. */
function usedUpIn({ headers }: Response): 'minute' | 'day' | undefined {
  const state = headers.get('RateLimit') ?? '';
  if (/"day";r=0;/.test(state)) return 'day';
  return /"minute";r=0;/.test(state) ? 'minute' : undefined;
}
