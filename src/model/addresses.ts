import { type Format, imageFormats } from './vocabulary.ts';

/** Paths below the base URL that are used in more than one place. */
export const paths = {
  /** The target of one-time links. */
  password: '/password',
  openApi: '/api/v1/openapi.json',
} as const;

/** Returns the file name of an image, in its address and on disk. */
export function imageFile(renderId: string, format: Format): string {
  return `${renderId}.${imageFormats[format].extension}`;
}

/**
 * Returns the path of the page that opens a board.
 *
 * @param templateId a number, or `custom`
 * @param b see src/model/board-link/text.ts
 */
export function boardPath({ templateId, b }: { readonly templateId: string; readonly b: string }): string {
  return `/tier/${templateId}?b=${b}`;
}

/**
 * Returns a one-time link for setting a password. The token follows the `#`, which browsers do not send to servers,
 * so it appears in no access log of ours or of a proxy.
 *
 * @param baseUrl without a trailing slash
 */
export function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}${paths.password}#${token}`;
}
