import { base64urlOf } from '../model/board-link/text.ts';
import { writeBoardLink } from '../model/board-link/web.ts';
import { signatureIn, signedAddress, signedText } from '../model/signed-address.ts';
import { defaults } from '../model/vocabulary.ts';
import type { RenderRequest } from './types.ts';

/** What addresses are signed with. */
export interface Signing {
  /** The address of the service, with its path if it has one. */
  readonly baseUrl: string;
  /** The id of a key, such as `key_8YtR1mB6qKx0`. */
  readonly keyId: string;
  /** The signing secret of that key, from `getSigningSecret` or `tierpress keys signing-secret`. */
  readonly signingSecret: string;
}

/**
 * Returns a signed address of an image, which the service draws when the address is fetched, as `sign` does, but without a
 * request to the service. The service checks the board when the address is fetched: an invalid one is an address that answers 400.
 *
 * **A signing secret does not belong in a page.** Anyone who has it can have any image drawn at the cost of your account. Sign on a
 * server, or where a site is built, and put only the address into the page.
 *
 * ```ts
 * const src = await signedUrl({ tiers: [{ title: 'S', items: ['Tea'] }] }, { baseUrl, keyId, signingSecret });
 * ```
 *
 * @throws Error for a board that fits into no address
 */
export async function signedUrl(
  request: RenderRequest,
  { baseUrl, keyId, signingSecret }: Signing,
): Promise<string> {
  // The titles of a template's tracks are known to the service alone: they are written out.
  const b = await writeBoardLink(request, () => undefined);
  if (b === undefined) throw new Error('The board fits into no address');
  const { format = defaults.format, scale = defaults.scale } = request;
  const text = signedText({ b, format, scale, keyId });
  const signature = signatureIn(await hmacOf(text, signingSecret));
  return `${baseUrl.replace(/\/+$/, '')}${signedAddress(text, signature)}`;
}

async function hmacOf(text: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return base64urlOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}
