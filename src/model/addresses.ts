import { type Format, imageFormats } from './vocabulary.ts';

/** Paths below the base URL that more than one place has to know. */
export const paths = {
  /** Where a one-time link leads. */
  password: '/password',
  openApi: '/api/v1/openapi.json',
} as const;

/** Returns the file name of an image, in its address and on the disk. */
export function imageFile(renderId: string, format: Format): string {
  return `${renderId}.${imageFormats[format].extension}`;
}

/**
 * The one-time link with which somebody sets a password. The token stands behind the `#`, which browsers keep to
 * themselves: it comes into no log, neither ours nor a proxy's.
 *
 * @param baseUrl without a trailing slash
 */
export function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}${paths.password}#${token}`;
}
