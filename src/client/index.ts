export { type Client, createClient } from './client.ts';
export { TierpressError } from './error.ts';
export type * from './options.ts';
export { type Signing, signedUrl } from './signed-url.ts';
export type * from './types.ts';
