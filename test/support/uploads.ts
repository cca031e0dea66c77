import { ask } from './accounts.ts';
import { jsonOf } from './http.ts';
import type { TestService } from './service.ts';

/** What identifies the caller of an upload: a page of the service, as an unknown visitor, unless it says otherwise. */
export type UploadHeaders = Readonly<Record<string, string>>;

export const fromPage = { 'Sec-Fetch-Site': 'same-origin' } as const;

export interface UploadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly id: string;
}

/** Uploads a photo. */
export async function upload(
  { url }: Pick<TestService, 'url'>,
  photo: Uint8Array,
  headers: UploadHeaders = fromPage,
): Promise<UploadAnswer> {
  const answer = await fetch(`${url}/api/v1/photos`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg', ...headers },
    body: Buffer.from(photo),
  });
  const body = await jsonOf(answer);
  return { status: answer.status, headers: answer.headers, body, id: String(body['id']) };
}

/** Draws a board with photos, each an item of its own, and returns the answer. */
export function drawPhotos(
  test: Pick<TestService, 'url'>,
  key: string,
  ids: readonly string[],
  extra: object = {},
) {
  const items = ids.map((id) => ({ type: 'photo', id }));
  const body = { format: 'png', tiers: [{ title: 'S', items }], ...extra };
  return ask(test, 'POST', '/api/v1/render', { headers: { 'X-API-Key': key }, body });
}
